/** Settings as facts: one fact for each setting. */
import type { SettingValues } from "../../../model/setting.ts";
import {
  type PlacedPart,
  type PlacedParts,
  type SaidRecord,
  type SettingRecord,
  type SettingValue,
  objectsAround,
} from "../../../model/schema.ts";
import type { FactValue, FieldRule, Facts } from "../../kind.ts";
import {
  entryKey,
  entryTexts,
  listIn,
  shownEntries,
  withDeclaredEntries,
} from "../fields/entries.ts";

export function settingRules(table: PlacedParts): Readonly<Record<string, FieldRule>> {
  const rules = Object.entries(table).map(([name, { exposure }]) => {
    return [name, { onChange: "update", ...(exposure && { exposure }) }] as const;
  });
  return Object.fromEntries(rules);
}

/** Maps of which a manifest sets only some keys. */
const OPEN: ReadonlySet<PlacedPart["type"]> = new Set(["entries", "typed-entries", "gml"]);

const plain = (value: string | number | boolean) => String(value).trim();

export function factOf({ type, idleEnd }: PlacedPart, value: SettingValue): FactValue {
  if (typeof value === "string") {
    const text = value.trim();
    return idleEnd === undefined ? text : text.replace(idleEnd, "");
  }
  if (typeof value !== "object") return value;
  if (Array.isArray(value))
    return (value as readonly (string | SettingRecord)[]).map((one) =>
      typeof one === "string" ? one.trim() : Object.values(one).map(plain).join(" "),
    );
  if (type !== "gml") return entryTexts(Object.entries(value as SaidRecord));
  const versions = Object.entries(value as Readonly<Record<string, SaidRecord>>);
  return entryTexts(
    versions.flatMap(([version, gml]) =>
      Object.entries(gml).map(([name, one]) => [`${version}.${name}`, one] as const),
    ),
  );
}

export function allFacts(table: PlacedParts, values: SettingValues): Facts {
  const all = Object.entries(table).map(([name, one]) => {
    return [name, shownFact(one, values[one.path])] as const;
  });
  return Object.fromEntries(all);
}

/** The default where the document shows nothing. */
export function shownFact(one: PlacedPart, value: SettingValue | undefined): FactValue {
  const shown = filledIn(one, value);
  if (shown !== undefined) return factOf(one, shown);
  if (one.type === "flag") return false;
  return one.type === "text" ? "" : [];
}

/** A value completed with the entries of its default. */
export function filledIn(
  one: PlacedPart,
  value: SettingValue | undefined,
): SettingValue | undefined {
  const { usual } = one;
  return usual === undefined || value === undefined
    ? (value ?? usual)
    : withDeclared(one, usual, value);
}

/** The part of a shown fact that the manifest declares. */
export function wantedPart(one: PlacedPart, shown: FactValue, wanted: FactValue): FactValue {
  if (!OPEN.has(one.type)) return shown;
  const entries = new Map(
    listIn(shown).map((text) => [entryKey(text), text.slice(text.indexOf("=") + 1)]),
  );
  return entryTexts(shownEntries(entries, wanted));
}

export function withDeclared(
  { type }: PlacedPart,
  before: SettingValue | undefined,
  declared: SettingValue,
): SettingValue {
  if (!OPEN.has(type)) return declared;
  if (type !== "gml") return merged((before ?? {}) as SettingRecord, declared as SaidRecord);
  const old = (before ?? {}) as Readonly<Record<string, SettingRecord>>;
  const said = Object.entries(declared as Readonly<Record<string, SaidRecord>>);
  const versions = said.map(
    ([version, gml]) => [version, merged(old[version] ?? {}, gml)] as const,
  );
  return { ...old, ...Object.fromEntries(versions) };
}

function merged(before: SettingRecord, said: SaidRecord): SettingRecord {
  return Object.fromEntries(withDeclaredEntries(Object.entries(before), Object.entries(said)));
}

export function topOf(one: PlacedPart): string {
  return objectsAround(one)[0] ?? one.path;
}
