/** Entries of maps as documents of settings have them: what is read of one may be less than it holds. */
import type { Setting } from "../../../model/setting.ts";
import { nodeAt } from "../../../wire/setting.ts";
import {
  asList,
  entryList,
  member,
  members,
  memberText,
  textOf,
  type Tree,
} from "../../../wire/tree.ts";
import { asWritten, type XmlValue } from "../../../wire/xml.ts";

/** Elements around the entries of a map, by the type of its setting. */
const AROUND: Readonly<Partial<Record<Setting["type"], readonly string[]>>> = {
  entries: [],
  "typed-entries": ["map"],
};

/** Whether a setting is a map of entries. */
export function isMap({ type }: Setting): boolean {
  return AROUND[type] !== undefined;
}

/** The entries of a map in a document, by their keys. */
export function entriesIn(one: Setting, document: Tree): ReadonlyMap<string, Tree> {
  return entriesOf(one, nodeAt(document, one.path));
}

/** The entries of a map, by their keys: an attribute, or the first text. */
export function entriesOf({ type }: Setting, map: Tree | undefined): ReadonlyMap<string, Tree> {
  const entries = entryList((AROUND[type] ?? []).reduce(member, map));
  const key = (entry: Tree) =>
    memberText(entry, "@key") ?? textOf(asList(member(entry, "string"))[0]) ?? "";
  return new Map(entries.map((entry) => [key(entry), entry] as const));
}

/** A map of entries as a body says it. */
export function writtenEntries({ type }: Setting, entries: readonly Tree[]): XmlValue {
  const entry = entries.map(asWritten);
  return (AROUND[type] ?? []).reduceRight<XmlValue>((inside, name) => ({ [name]: inside }), {
    entry,
  });
}

/** Keys of texts that hold more than a text: no manifest says those. */
export function unreadKeys(one: Setting, document: Tree): ReadonlySet<string> {
  if (one.type !== "entries") return new Set();
  const holdsMore = (entry: Tree) =>
    members(entry).some(([name]) => name !== "$" && !name.startsWith("@"));
  const found = [...entriesIn(one, document)].filter(([, entry]) => holdsMore(entry));
  return new Set(found.map(([key]) => key));
}
