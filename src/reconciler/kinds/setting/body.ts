/** Bodies that change settings. What lies in the same element is said again: servers replace that as a whole. */
import type { Setting, SettingTable, SettingValue } from "../../../model/setting.ts";
import { sendable } from "../../../wire/kept-settings.ts";
import { readSettings, writtenSetting } from "../../../wire/setting.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import type { Members } from "../document/fields.ts";
import { filledIn, topOf, withDeclared } from "./facts.ts";
import type { DeclaredSettings } from "./spec.ts";

/** A value as bodies say it; a map of languages that is empty means nothing to a stock server. */
function written(one: Setting, value: SettingValue): XmlValue {
  const isNone = one.type === "languages" && Object.keys(value).length === 0;
  return isNone ? { "@xsi:nil": "true" } : writtenSetting(one, value);
}

type Branch = { [name: string]: XmlValue };

/** The members of a document once settings are as declared. */
export function documentWith(
  table: SettingTable,
  document: Tree,
  declared: DeclaredSettings,
): Members {
  const before = readSettings(table, document);
  const root: Branch = { ...sendable(document) };
  for (const [name, value] of Object.entries(declared)) {
    const one = table[name];
    if (one === undefined) continue;
    put(root, one.path, written(one, withDeclared(one, filledIn(one, before[one.path]), value)));
  }
  return root;
}

/** Those members of them that say the settings of these names. */
export function changesOf(
  table: SettingTable,
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
