/**
 * Declares settings that differ from the defaults. A workspace's settings start as a copy of the
 * server's, so a setting is also declared where the server's differs.
 */
import type { Address } from "../../../model/address.ts";
import type { SettingValues } from "../../../model/setting.ts";
import type { PlacedPart, PlacedParts, SaidRecord, SettingValue } from "../../../model/schema.ts";
import { readSettings, nodeAt, writtenSetting } from "../../../wire/setting.ts";
import { type Tree, members, textOf, textsBelow } from "../../../wire/tree.ts";
import { sameFact, type Declare, type KindContext } from "../../kind.ts";
import { declareEach, fromTheStart } from "../declare/each.ts";
import { isSecretAddress } from "../declare/secrets.ts";
import type { SettingsKind } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";
import { filledIn, shownFact } from "./facts.ts";
import { isMap, unsayableKeys } from "./map-entries.ts";
import { isDeclarable, specOf, type SaidValue } from "./spec.ts";

export function declareSettings(about: SettingsKind): Declare {
  return async (context, place) => {
    const { workspace } = place;
    // Not listed first: a list reads all documents, and an unreadable one would end it.
    return declareEach(about.named(workspace), place, async (address) => {
      const found = await readSettingsDocument(about, context, address);
      if (found === undefined) return [];
      const { table } = about.place(address);
      const values = readSettings(table, found.document);
      const bases = await basesOf(about, context, address);
      const secret = Object.entries(table).flatMap(([name, one]) => {
        const keys = unsayableKeys(one, found.document, values[one.path]).secret;
        return keys.map((key) => `${name} ${key}`);
      });
      const notes = [...uncoveredElements(about, table, found.document), ...secret];
      const isFresh = isAlike(table, values, about.fresh(address)) && notes.length === 0;
      if (workspace === null && isFresh) return fromTheStart(address);
      const said = Object.entries(table).flatMap(([name, one]) => {
        const value = toSay(one, { document: found.document, values, bases });
        return value === undefined ? [] : [[name, one, value] as const];
      });
      const sayable = said.filter(
        ([, one, value]) => isDeclarable(one, value) && !textsOf(value).some(isSecretAddress),
      );
      const others = said.filter((one) => !sayable.includes(one)).map(([name]) => name);
      const { kind, name } = address;
      return { kind, workspace, name, spec: specOf(sayable), notes: [...others, ...notes] };
    });
  };
}

/** The values that the object may start with on another server. */
async function basesOf(
  about: SettingsKind,
  context: KindContext,
  address: Address,
): Promise<readonly SettingValues[]> {
  const fresh = about.fresh(address);
  if (address.workspace === null) return [fresh];
  const { table, origin } = about.place(address);
  const server = await readSettingsDocument(
    { ...about, place: () => ({ ...about.place(address), read: origin?.read ?? "" }) },
    context,
    { ...address, workspace: null },
  );
  if (server === undefined) return [fresh];
  return [fresh, readSettings(table, origin?.content(server.document) ?? server.document)];
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Returns undefined where the value is the default everywhere. */
function toSay(
  one: PlacedPart,
  {
    document,
    values,
    bases,
  }: {
    readonly document: Tree;
    readonly values: SettingValues;
    readonly bases: readonly SettingValues[];
  },
): SaidValue | undefined {
  const value = values[one.path];
  const fact = shownFact(one, value);
  const isUsual = [undefined, ...bases.map((base) => base[one.path])].every((other) =>
    sameFact(shownFact(one, other), fact),
  );
  if (isUsual) return undefined;
  if (isMap(one)) {
    const others = bases.map((base) => base[one.path]);
    const { unread, secret } = unsayableKeys(one, document, value);
    const said = Object.entries(withoutOthers(value, others)).filter(
      ([key]) => !unread.includes(key) && !secret.includes(key),
    );
    return said.length === 0 ? undefined : Object.fromEntries(said);
  }
  return filledIn(one, value) ?? empty(one);
}

/** Null removes an entry that the map starts with elsewhere. */
function withoutOthers(
  value: SettingValue | undefined,
  bases: readonly (SettingValue | undefined)[],
): SaidRecord {
  const others = bases.flatMap((base) => Object.keys(base ?? {}));
  const away = Object.fromEntries(others.map((key) => [key, null] as const));
  return { ...away, ...(value as Readonly<Record<string, string>> | undefined) };
}

/** Returns undefined for maps of several parts. */
function empty({ type }: PlacedPart): SettingValue | undefined {
  if (type === "text") return "";
  if (type === "flag") return false;
  if (type === "languages") return {};
  return type === "gml" ? undefined : [];
}

function isAlike(table: PlacedParts, a: SettingValues, b: SettingValues): boolean {
  return Object.values(table).every((one) =>
    sameFact(shownFact(one, a[one.path]), shownFact(one, b[one.path])),
  );
}

/** Nested elements are named `a.b`. */
function uncoveredElements(
  { passedOver }: Pick<SettingsKind, "passedOver">,
  table: PlacedParts,
  document: Tree,
): readonly string[] {
  const known = new Set([...passedOver, "workspace"]);
  const settings = Object.values(table);
  const below = (node: Tree, path: string): readonly string[] =>
    members(node).flatMap(([name, inner]) => {
      const own = path === "" ? name : `${path}/${name}`;
      if (/[@$:]/.test(name) || known.has(own) || name === "id") return [];
      const isSetting = settings.some((one) => one.path === own);
      if (isSetting || textsBelow(inner).length === 0) return [];
      const isAround = settings.some((one) => one.path.startsWith(`${own}/`));
      return isAround && textOf(inner) === undefined
        ? below(inner, own)
        : [own.replaceAll("/", ".")];
    });
  return [...below(document, ""), ...lostIn(table, document)];
}

/** An entry may hold more than a text. */
function lostIn(table: PlacedParts, document: Tree): readonly string[] {
  const values = readSettings(table, document);
  return Object.entries(table).flatMap(([name, one]) => {
    const value = values[one.path];
    if (value === undefined || PLAIN.has(one.type)) return [];
    const node = nodeAt(document, one.path);
    const said = new Set(textsBelow(writtenSetting(one, value) as Tree).map(plainText));
    const isLost = textsBelow(node).some((text) => !said.has(plainText(text)));
    return isLost ? [name] : [];
  });
}

const PLAIN: ReadonlySet<PlacedPart["type"]> = new Set(["text", "flag", "number"]);

/** Numbers and flags in one spelling. */
function plainText(text: string): string {
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? String(number) : text.toLowerCase();
}
