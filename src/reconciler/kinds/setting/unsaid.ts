/** What documents of settings hold and no manifest says, however deep it lies. */
import type { Setting, SettingTable } from "../../../model/setting.ts";
import { nodeAt, readSettings, writtenSetting } from "../../../wire/setting.ts";
import { members, textOf, textsBelow, type Tree } from "../../../wire/tree.ts";
import type { SettingsKind } from "./contract.ts";

/** Names of elements that hold something and that no setting is, as `a.b` where they lie in others. */
export function unsaidIn(
  { passedOver }: Pick<SettingsKind, "passedOver">,
  table: SettingTable,
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

/** Names of settings of which a document says more than was read: an entry that holds more than a text. */
function lostIn(table: SettingTable, document: Tree): readonly string[] {
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

/** Types of one text. */
const PLAIN: ReadonlySet<Setting["type"]> = new Set(["text", "flag", "number"]);

/** A text without differences that mean nothing: numbers and flags are written in several ways. */
function plainText(text: string): string {
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? String(number) : text.toLowerCase();
}
