/**
 * Settings that a request restores although no fact shows them, and the check that a document shows
 * them afterwards (docs/decisions/0042-kept-settings.md).
 */
import { keptWords, type KeptSettings } from "./kept-settings.ts";
import { asList, member, members, memberText, textOf, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** Restored settings, and the path of the XML document that shows them. */
export interface GivenBack {
  readonly path: string;
  /** A later request to this path overrides the settings. */
  readonly writtenAt: string;
  readonly settings: KeptSettings;
}

/** Settings that a document does not show: names of elements, or keys of metadata. */
export function missingSettings(document: Tree, settings: KeptSettings): readonly string[] {
  return Object.entries(settings).flatMap(([name, written]) => {
    const shown = member(document, name);
    if (name !== "metadata") return isShown(written, shown) ? [] : [name];
    const entries = asList(member(shown, "entry"));
    const left = asList(member(written, "entry")).filter((entry) => !isEntryIn(entry, entries));
    return left.length === 0 ? [] : keptWords({ metadata: { entry: left as XmlValue[] } });
  });
}

function isEntryIn(entry: Tree, entries: readonly Tree[]): boolean {
  const key = memberText(entry, "@key");
  return entries.some((one) => memberText(one, "@key") === key && isShown(entry, one));
}

/** Further shown members and the order of members are ignored. */
function isShown(written: Tree, shown: Tree | undefined): boolean {
  if (isBlank(written)) return true;
  const text = textOf(written);
  if (text !== undefined) return isSameText(text, textOf(shown));
  if (Array.isArray(written)) {
    const found = asList(shown);
    return (written as readonly Tree[]).every((one) => found.some((other) => isShown(one, other)));
  }
  return members(written).every(([name, inner]) => {
    // Servers add attributes for the type of a value themselves.
    if (name.startsWith("@") && name !== "@key") return true;
    const list = member(shown, name);
    const isOne = Array.isArray(list) && !Array.isArray(inner);
    return isShown(isOne ? [inner] : inner, list);
  });
}

/** Servers may show a number in another spelling. */
function isSameText(written: string, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  const [one, other] = [Number(written), Number(shown)];
  return written === shown || (written !== "" && !Number.isNaN(one) && one === other);
}

/** Servers omit blank values. */
function isBlank(tree: Tree): boolean {
  if (tree === null) return true;
  if (typeof tree !== "object") return String(tree).trim() === "";
  if (Array.isArray(tree)) return (tree as readonly Tree[]).every(isBlank);
  return members(tree).every(([name, inner]) => name.startsWith("@") || isBlank(inner));
}
