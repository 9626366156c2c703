/**
 * What a request gives back of what was there before and no fact shows, and whether a document shows it
 * afterwards (docs/decisions/0042-kept-settings.md). Pure.
 */
import { keptWords, type KeptSettings } from "./kept-settings.ts";
import { asList, member, members, memberText, textOf, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

/** What is given back, and the path of the XML document that shows it. */
export interface GivenBack {
  readonly path: string;
  /** Path of requests that change the same document: what a later one says counts instead. */
  readonly writtenAt: string;
  readonly settings: KeptSettings;
}

/** What a document does not show of settings, in words: names of elements, of metadata the keys. */
export function wordsNotShown(document: Tree, settings: KeptSettings): readonly string[] {
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

/** Whether all that was written is shown; what is shown beside it, and its order, mean nothing. */
function isShown(written: Tree, shown: Tree | undefined): boolean {
  if (isBlank(written)) return true;
  const text = textOf(written);
  if (text !== undefined) return isSameText(text, textOf(shown));
  if (Array.isArray(written)) {
    const found = asList(shown);
    return (written as readonly Tree[]).every((one) => found.some((other) => isShown(one, other)));
  }
  return members(written).every(([name, inner]) => {
    // Of what type a value is, servers write out by themselves.
    if (name.startsWith("@") && name !== "@key") return true;
    const list = member(shown, name);
    const isOne = Array.isArray(list) && !Array.isArray(inner);
    return isShown(isOne ? [inner] : inner, list);
  });
}

/** Numbers are shown in other spellings than they were written in. */
function isSameText(written: string, shown: string | undefined): boolean {
  if (shown === undefined) return false;
  const [one, other] = [Number(written), Number(shown)];
  return written === shown || (written !== "" && !Number.isNaN(one) && one === other);
}

/** Whether nothing is said; servers leave that out. */
function isBlank(tree: Tree): boolean {
  if (tree === null) return true;
  if (typeof tree !== "object") return String(tree).trim() === "";
  if (Array.isArray(tree)) return (tree as readonly Tree[]).every(isBlank);
  return members(tree).every(([name, inner]) => name.startsWith("@") || isBlank(inner));
}
