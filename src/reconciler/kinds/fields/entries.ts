/** Maps in documents (metadata, connection parameters), of which a manifest names some entries. */
import { z } from "zod";
import { compareText } from "../../../model/address.ts";
import { parseEntries } from "../../../wire/body.ts";
import { member, type Tree } from "../../../wire/tree.ts";
import type { FactValue } from "../../kind.ts";
import { documentText } from "./texts.ts";

/** A key holds no equals sign, which separates key and value in comparisons. */
const KEY = /^[^=\s](?:[^=\n]*[^=\s])?$/;

export function entriesSpec<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value).superRefine((entries, context) => {
    for (const key of Object.keys(entries).filter((one) => !KEY.test(one))) {
      const message = "is no key: it is empty, has white space around it, or holds =";
      context.addIssue({ code: "custom", path: [key], message });
    }
  });
}

export const entryValue = z.union([documentText, z.number(), z.boolean()]);

/** Null for an entry that must be absent. */
export const removableValue = entryValue.nullable();

export function isEntryKey(key: string): boolean {
  return KEY.test(key);
}

/** Suffix of a key that must be absent; it holds no equals sign, unlike an entry. */
const NONE = " (none)";

/** Texts to compare and to show, trimmed; null marks an entry that must be absent. */
export function entryTexts(
  entries: Iterable<readonly [string, string | number | boolean | null]>,
): readonly string[] {
  return [...entries].map(([key, text]) =>
    text === null ? `${key}${NONE}` : `${key}=${String(text).trim()}`,
  );
}

export function entryKey(text: string): string {
  const at = text.indexOf("=");
  return at === -1 ? text.slice(0, -NONE.length) : text.slice(0, at);
}

/** The entries of a map in a document, sorted, since servers show maps in any order. */
export function entriesIn(document: Tree, name: string): ReadonlyMap<string, string> {
  const found = parseEntries(member(document, name)) ?? new Map<string, string>();
  return new Map([...found].toSorted(([a], [b]) => compareText(a, b)));
}

/** Null stands for an absent entry that must be absent. */
export function shownEntries(
  entries: ReadonlyMap<string, string>,
  wanted: FactValue,
): readonly (readonly [key: string, text: string | null])[] {
  return listIn(wanted).flatMap((text): readonly (readonly [string, string | null])[] => {
    const key = entryKey(text);
    const found = entries.get(key);
    if (found !== undefined) return [[key, found]];
    return text.includes("=") ? [] : [[key, null]];
  });
}

/** Null removes an entry. */
export function withDeclaredEntries<Value>(
  before: Iterable<readonly [string, Value]>,
  said: Iterable<readonly [string, Value | null]>,
): ReadonlyMap<string, Value> {
  const all = new Map(before);
  for (const [key, value] of said)
    if (value === null) all.delete(key);
    else all.set(key, value);
  return all;
}

export function listIn(fact: FactValue): readonly string[] {
  return Array.isArray(fact) ? (fact as readonly string[]) : [];
}
