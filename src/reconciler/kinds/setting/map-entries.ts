/** Map entries in documents of settings; an entry may hold more than what is read of it. */
import type { PlacedPart, SettingValue } from "../../../model/schema.ts";
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
import { isSecretText } from "../declare/secrets.ts";

const AROUND: Readonly<Partial<Record<PlacedPart["type"], readonly string[]>>> = {
  entries: [],
  "typed-entries": ["map"],
};

export function isMap({ type }: PlacedPart): boolean {
  return AROUND[type] !== undefined;
}

export function entriesIn(one: PlacedPart, document: Tree): ReadonlyMap<string, Tree> {
  return entriesOf(one, nodeAt(document, one.path));
}

/** The key is an attribute, or the first text. */
export function entriesOf({ type }: PlacedPart, map: Tree | undefined): ReadonlyMap<string, Tree> {
  const entries = entryList((AROUND[type] ?? []).reduce(member, map));
  const key = (entry: Tree) =>
    memberText(entry, "@key") ?? textOf(asList(member(entry, "string"))[0]) ?? "";
  return new Map(entries.map((entry) => [key(entry), entry] as const));
}

export function writtenEntries({ type }: PlacedPart, entries: readonly Tree[]): XmlValue {
  const entry = entries.map(asWritten);
  return (AROUND[type] ?? []).reduceRight<XmlValue>((inside, name) => ({ [name]: inside }), {
    entry,
  });
}

/** Keys of entries with more than a text, and of secrets. */
export function unsayableKeys(
  one: PlacedPart,
  document: Tree,
  value: SettingValue | undefined,
): { readonly unread: readonly string[]; readonly secret: readonly string[] } {
  if (!isMap(one)) return { unread: [], secret: [] };
  const holdsMore = (entry: Tree) =>
    one.type === "entries" &&
    members(entry).some(([name]) => name !== "$" && !name.startsWith("@"));
  const unread = [...entriesIn(one, document)].filter(([, entry]) => holdsMore(entry));
  const secret = Object.entries(value ?? {}).filter(([key, text]) =>
    isSecretText(key, String(text)),
  );
  return { unread: unread.map(([key]) => key), secret: secret.map(([key]) => key) };
}
