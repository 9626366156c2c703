/** Settings as facts: one for each setting, so that plans name what differs. */
import {
  objectsAround,
  type Setting,
  type SettingRecord,
  type SettingTable,
  type SettingValue,
  type SettingValues,
} from "../../../model/setting.ts";
import type { FactValue, FieldRule, Facts } from "../../kind.ts";
import { listIn } from "../document/entries.ts";

/** The rules of a table: every setting is changed in place. */
export function settingRules(table: SettingTable): Readonly<Record<string, FieldRule>> {
  const rules = Object.entries(table).map(([name, { label = name }]) => {
    return [name, { onChange: "update", label }] as const;
  });
  return Object.fromEntries(rules);
}

/** Maps of which a manifest says some keys, and the others stay as they are. */
const OPEN: ReadonlySet<Setting["type"]> = new Set(["entries", "typed-entries", "gml"]);

/** A value as it is compared. */
export function factOf({ type, idleEnd }: Setting, value: SettingValue): FactValue {
  if (typeof value === "string") return idleEnd === undefined ? value : value.replace(idleEnd, "");
  if (typeof value !== "object") return value;
  if (Array.isArray(value))
    return (value as readonly (string | SettingRecord)[]).map((one) =>
      typeof one === "string" ? one : Object.values(one).join(" "),
    );
  if (type !== "gml")
    return Object.entries(value as SettingRecord).map(([key, one]) => `${key}=${one}`);
  const versions = Object.entries(value as Readonly<Record<string, SettingRecord>>);
  return versions.flatMap(([version, gml]) =>
    Object.entries(gml).map(([name, one]) => `${version}.${name}=${one}`),
  );
}

/** What a document says of settings that manifests say as a whole. */
export function saidFacts(table: SettingTable, values: SettingValues): Facts {
  const said = Object.entries(table).flatMap(([name, one]) => {
    const value = values[one.path];
    return value === undefined || OPEN.has(one.type) ? [] : [[name, factOf(one, value)] as const];
  });
  return Object.fromEntries(said);
}

/** What a document that shows `value`, or nothing, has of a setting. */
export function shownFact(one: Setting, value: SettingValue | undefined): FactValue {
  const shown = filledIn(one, value);
  if (shown !== undefined) return factOf(one, shown);
  if (one.type === "flag") return false;
  return one.type === "text" ? "" : [];
}

/** A value with what it usually has, of a map that usually has something. */
export function filledIn(one: Setting, value: SettingValue | undefined): SettingValue | undefined {
  const { usual } = one;
  return usual === undefined || value === undefined
    ? (value ?? usual)
    : withDeclared(one, usual, value);
}

/** The same as far as a manifest speaks of it. */
export function wantedPart(one: Setting, shown: FactValue, wanted: FactValue): FactValue {
  if (!OPEN.has(one.type)) return shown;
  const keys = new Set(listIn(wanted).map(keyOf));
  return listIn(shown).filter((text) => keys.has(keyOf(text)));
}

function keyOf(text: string): string {
  return text.slice(0, text.indexOf("="));
}

/** A value with what is declared of it. */
export function withDeclared(
  { type }: Setting,
  before: SettingValue | undefined,
  declared: SettingValue,
): SettingValue {
  if (!OPEN.has(type) || before === undefined) return declared;
  const old = before as Readonly<Record<string, SettingRecord>>;
  const said = declared as Readonly<Record<string, SettingRecord>>;
  if (type !== "gml") return { ...old, ...said };
  const merged = Object.entries(said).map(([version, gml]) => {
    return [version, { ...old[version], ...gml }] as const;
  });
  return { ...old, ...Object.fromEntries(merged) };
}

/** Name of the element of a document that a setting lies in, or is. */
export function topOf(one: Setting): string {
  return objectsAround(one)[0] ?? one.path;
}
