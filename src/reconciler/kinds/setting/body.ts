/** Bodies that change settings. They hold whole elements, because servers replace these whole. */
import type { PlacedPart, PlacedParts, SettingValue } from "../../../model/schema.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { readSettings, writtenSetting } from "../../../wire/setting.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import type { Members } from "../fields/contract.ts";
import { filledIn, topOf, withDeclared } from "./facts.ts";
import { entriesIn, entriesOf, isMap, writtenEntries } from "./map-entries.ts";
import type { DeclaredSettings } from "./spec.ts";

/**
 * A stock server ignores an empty language map, and a null one removes only some languages, so
 * each present language gets an empty text.
 */
function written(one: PlacedPart, value: SettingValue, before: SettingValue | undefined): XmlValue {
  const isNone = one.type === "languages" && Object.keys(value).length === 0;
  const there = isNone ? Object.keys(before ?? {}) : [];
  if (there.length === 0) return writtenSetting(one, value);
  return Object.fromEntries(there.map((language) => [language, ""]));
}

/**
 * Undeclared map entries are copied from the document: they may be typed, or hold more than a
 * text.
 */
function withEntriesKept(
  document: Tree,
  one: PlacedPart,
  {
    declared,
    whole,
    before,
  }: {
    readonly declared: SettingValue;
    readonly whole: SettingValue;
    readonly before: SettingValue | undefined;
  },
): XmlValue {
  if (!isMap(one)) return written(one, whole, before);
  const all = new Map(entriesIn(one, document));
  const said = entriesOf(one, writtenSetting(one, whole));
  for (const key of Object.keys(declared)) {
    const entry = said.get(key);
    if (entry === undefined) all.delete(key);
    else all.set(key, entry);
  }
  return writtenEntries(one, [...all.values()]);
}

type Branch = { [name: string]: XmlValue };

export function documentWith(
  table: PlacedParts,
  document: Tree,
  declared: DeclaredSettings,
): Members {
  const before = readSettings(table, document);
  const root: Branch = { ...sendable(document) };
  for (const [name, value] of Object.entries(declared)) {
    const one = table[name];
    if (one === undefined) continue;
    const found = before[one.path];
    const whole = withDeclared(one, filledIn(one, found), value);
    const said = { declared: value, whole, before: found };
    put(root, one.path, withEntriesKept(document, one, said));
  }
  return root;
}

/** Only the members that hold the settings of these names. */
export function changesOf(
  table: PlacedParts,
  document: Tree,
  { declared, names }: { readonly declared: DeclaredSettings; readonly names: readonly string[] },
): Members {
  const changed = Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, SettingValue])[] => {
      const value = declared[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const tops = new Set(names.flatMap((name) => (table[name] ? topOf(table[name]) : [])));
  const all = Object.entries(documentWith(table, document, changed));
  return Object.fromEntries(all.filter(([name]) => tops.has(name)));
}

function put(root: Branch, path: string, value: XmlValue): void {
  const elements = path.split("/");
  const last = elements.pop() ?? "";
  let branch = root;
  for (const element of elements) {
    const found = branch[element];
    const isObject = typeof found === "object" && !Array.isArray(found);
    const inner: Branch = isObject ? { ...(found as Branch) } : {};
    branch[element] = inner;
    branch = inner;
  }
  branch[last] = value;
}
