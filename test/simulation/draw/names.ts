/** Names in estates: each stands for one thing, so that another name, or none, can be put in its place everywhere. */
import { kinds } from "../../../src/reconciler/kinds/registry.ts";
import type { Thing } from "../history.ts";
import { nameOf, thing } from "./draft.ts";

function word(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_])${RegExp.escape(name)}(?![A-Za-z0-9_])`, "g");
}

/** Whether something is said of a name. */
export function mentions(value: unknown, name: string): boolean {
  return word(name).test(JSON.stringify(value) ?? "");
}

/** The same with another name, or other text, everywhere. */
export function renamed<Value>(value: Value, name: string, other: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(word(name), other)) as Value;
}

/** The same without what is said of a name; what cannot be without that is left out as well. */
export function without(things: readonly Thing[], name: string): readonly Thing[] {
  const gone: string[] = [];
  const left = things.flatMap((one) => {
    if (!mentions(one, name)) return [one];
    const kept = isNamed(one, name) ? undefined : pruned(one, name);
    if (kept !== undefined) return [kept];
    if (!isNamed(one, name)) gone.push(nameOf(one));
    return [];
  });
  return gone.reduce<readonly Thing[]>(
    (all, other) => (SHARED.has(other) ? all : without(all, other)),
    left,
  );
}

/** Names that stand for many things: what is called so does not go with one of them. */
const SHARED = new Set([
  "settings",
  "global",
  "wms",
  "wfs",
  "wcs",
  "wmts",
  "header",
  "footer",
  "catalog",
  "quota",
  "logging",
  "default",
  "keystore",
]);

function isNamed({ metadata }: Thing, name: string): boolean {
  return metadata["name"] === name;
}

/** One object without what is said of a name; undefined where it is none then. */
function pruned(one: Thing, name: string): Thing | undefined {
  const { kind, metadata, spec, files } = one;
  if (mentions({ ...metadata, previousName: null }, name)) return undefined;
  const { previousName, ...own } = metadata;
  const said = previousName === name ? own : metadata;
  const left = cut(spec, name) as Thing["spec"];
  const rest = cut(files, name) as Thing["files"];
  const isWhole = kinds
    .get(kind === "AccessRules" ? "AccessRule" : kind)
    ?.manifest?.spec()
    .safeParse(left).success;
  const isEmpty = ["layers", "rules", "coverages"].some(
    (field) => field in spec && Object.keys(left[field] ?? {}).length === 0,
  );
  const isMapless = Object.values(rest).some(
    (file) => "mapping" in file && file.mapping.length === 0,
  );
  return isWhole === true && !isEmpty && !isMapless ? thing(kind, said, left, rest) : undefined;
}

function cut(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return value.filter((one) => isKeptMember(one, name)).map((one) => cut(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, one]) => !word(name).test(key) && !(typeof one === "string" && word(name).test(one)),
      )
      .map(([key, one]) => [key, cut(one, name)]),
  );
}

/** A member that is about the name goes as a whole, but for the style that something is drawn with. */
function isKeptMember(one: unknown, name: string): boolean {
  if (typeof one !== "object" || one === null) return !mentions(one, name);
  const { style: _drawn, ...rest } = one as Readonly<Record<string, unknown>>;
  return !mentions(rest, name);
}
