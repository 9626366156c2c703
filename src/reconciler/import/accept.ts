/** The edits that make a manifest match the server. */
import { dirname, extname, join } from "node:path/posix";
import { compareText } from "../../model/address.ts";
import type { Declaration, FactValue } from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import type { Edit } from "../manifest/edit.ts";
import { isRecord } from "../manifest/raw-manifest.ts";

export interface DeclaredManifest {
  readonly spec: Readonly<Record<string, unknown>>;
  /** Files at a path of the spec: one, or all of a folder. */
  readonly filesAt: (path: string) => readonly string[] | undefined;
}

/** Edits of the manifest, and files by path relative to it. */
export interface Acceptance {
  readonly edits: readonly Edit[];
  /** Used instead where the manifest cannot express a default value: the field is removed. */
  readonly otherwise?: readonly Edit[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Facts with another name than their spec field. */
const FIELDS: Readonly<Record<string, string>> = {
  parameters: "connectionParameters",
  secrets: "connectionParameters",
  nativeBounds: "bounds",
  geographicBounds: "bounds",
  linksToMetadata: "links",
  linksToData: "links",
  content: "source",
  format: "source",
  images: "source",
  featureTypes: "mapping",
  unpublished: "mapping",
  index: "definition",
  schema: "definition",
  rootless: "root",
};

export interface UnlikeFact {
  readonly field: string;
  /** On the server. */
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
}

/** The changes for differing facts, or a text with the reason why there are none. */
export function acceptChange(
  manifest: DeclaredManifest,
  found: Declaration,
  facts: readonly UnlikeFact[],
): Acceptance | string {
  const edits: Edit[] = [];
  const files = new Map<string, Uint8Array>();
  for (const field of new Set(facts.map((fact) => fieldOf(fact.field)))) {
    const [before, after] = [manifest.spec[field], found.spec[field]];
    const path = ["spec", field];
    if (before === undefined) continue;
    if (typeof before === "string" && isArtefact(after, found)) {
      const accepted = acceptFiles(manifest, found, before, after);
      if (typeof accepted === "string") return accepted;
      for (const [file, bytes] of accepted.files) files.set(file, bytes);
      if (accepted.path !== before) edits.push({ path, value: accepted.path });
    } else edits.push(...editsOf(path, before, after));
  }
  const usual = edits.map((edit) => {
    const said = withUsual(edit, manifest, facts);
    return isDeclarable(said, manifest.spec, found) ? said : edit;
  });
  return { edits: usual, otherwise: edits, files };
}

/** Whether the schema allows the value: some lists must not be empty, for example. */
function isDeclarable({ path, value }: Edit, spec: object, { kind }: Declaration): boolean {
  const schema = kinds.get(kind)?.manifest?.spec();
  if (value === undefined || schema === undefined) return true;
  const place = path.slice(1);
  const issues = schema.safeParse(withValue(spec, place, value)).error?.issues ?? [];
  return !issues.some((issue) => place.every((key, at) => issue.path[at] === key));
}

function withValue(
  within: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (key === undefined) return value;
  const members = isRecord(within) ? within : {};
  return { ...members, [key]: withValue(members[key], rest, value) };
}

/**
 * Writes the default values of declared fields, which an import omits. Where facts and spec differ
 * in form, the field is removed.
 */
function withUsual(edit: Edit, { spec }: DeclaredManifest, facts: readonly UnlikeFact[]): Edit {
  const path = edit.path.slice(1);
  const fact = facts.find(({ field }) => field === path.join("."));
  if (edit.value !== undefined || fact === undefined) return edit;
  const declared = path.reduce<unknown>((so, key) => (isRecord(so) ? so[key] : undefined), spec);
  return { ...edit, value: asDeclared(declared, fact) };
}

function asDeclared(declared: unknown, { before, after }: UnlikeFact): unknown {
  const text = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted(compareText) : value);
  if (before === undefined || text(declared) === text(after)) return before;
  const isNumber = typeof declared === "number" && String(declared) === after;
  return isNumber && /^-?\d/.test(String(before)) ? Number(before) : undefined;
}

/** `a.b` is the member `b` of the object `a`. */
function fieldOf(fact: string): string {
  return FIELDS[fact] ?? fact.split(".", 1)[0] ?? fact;
}

function isArtefact(value: unknown, { artefacts = new Map() }: Declaration): value is string {
  if (typeof value !== "string" || !value.startsWith("./")) return false;
  const path = value.slice(2);
  return [...artefacts.keys()].some((file) => file === path || file.startsWith(path));
}

/** Maps are edited by entry of the manifest; references stay. */
function editsOf(
  path: readonly (string | number)[],
  before: unknown,
  after: unknown,
): readonly Edit[] {
  if (JSON.stringify(before) === JSON.stringify(after) || isReference(before)) return [];
  if (!isRecord(before) || !isRecord(after) || path.length > 2) return [{ path, value: after }];
  return Object.entries(before).flatMap(([key, own]) => editsOf([...path, key], own, after[key]));
}

function isReference(value: unknown): boolean {
  return isRecord(value) && ["fromEnv", "fromFile", "fromExec"].some((key) => key in value);
}

/** Files keep the paths of the manifest. */
function acceptFiles(
  { spec, filesAt }: DeclaredManifest,
  { artefacts = new Map<string, Uint8Array>() }: Declaration,
  before: string,
  after: string,
): { readonly path: string; readonly files: ReadonlyMap<string, Uint8Array> } | string {
  if (spec["variables"] !== undefined)
    return `${before} has variables filled in, and nothing shows which of its texts are values`;
  if (/\.zip$/i.test(before)) return `${before} is an archive; unpack it beside the manifest`;
  const there = filesAt(before);
  const found = after.slice(2);
  if (there !== undefined && there[0] !== "") {
    const base = found.endsWith("/") ? found : `${dirname(found)}/`;
    const files = [...artefacts].map(([file, bytes]) => {
      const inside = file.startsWith(base) ? file.slice(base.length) : file;
      return [join(before, asThere(inside, there, spec)), bytes] as const;
    });
    return { path: before, files: new Map(files) };
  }
  if (found.endsWith("/")) return { path: after, files: artefacts };
  const isSame = extname(before).toLowerCase() === extname(found).toLowerCase();
  const path = isSame || /\.xml$/i.test(before) ? before : withExtension(before, extname(found));
  return { path, files: new Map([[path, artefacts.get(found) ?? new Uint8Array()]]) };
}

function withExtension(path: string, extension: string): string {
  return path.slice(0, path.length - extname(path).length) + extension;
}

/** The main file of a folder keeps its declared name. */
function asThere(
  file: string,
  there: readonly string[],
  { main }: Readonly<Record<string, unknown>>,
): string {
  const extension = extname(file);
  if (there.includes(file) || !/^\.(?:sld|appschema)$/.test(extension)) return file;
  if (typeof main === "string") return main;
  const [only, ...others] = there.filter((name) => extname(name) === extension);
  return only === undefined || others.length > 0 ? file : only;
}
