/** Maps in documents (metadata, connection parameters), of which a manifest names some entries. */
import { z } from "zod";
import { parseEntries } from "../../../wire/body.ts";
import { compareText } from "../../../model/address.ts";
import { COG_SETTINGS } from "../../../model/coverage-store.ts";
import { COVERAGE_VIEW } from "../../../model/coverage-view.ts";
import { caching } from "../../../model/property-groups.ts";
import { SQL_VIEW } from "../../../model/sql-view.ts";
import {
  entryList,
  member,
  members,
  memberText,
  memberWholeText,
  type Tree,
} from "../../../wire/tree.ts";
import { asWritten, type XmlValue } from "../../../wire/xml.ts";
import type { FactValue } from "../../kind.ts";
import { isSecretText } from "../declare/secrets.ts";
import { documentText, type DocumentField, type Members } from "./fields.ts";

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

/** Metadata entries that a field of the spec declares. */
const FIELDS: Readonly<Record<string, string>> = {
  [COVERAGE_VIEW]: "coverageView",
  [SQL_VIEW]: "sqlView",
  [COG_SETTINGS]: "cog",
  time: "dimensions",
  elevation: "dimensions",
  ...Object.fromEntries(Object.values(caching).map(({ element }) => [element, "caching"])),
};

export const metadataSpec = entriesSpec(removableValue).superRefine((entries, context) => {
  for (const key of Object.keys(entries)) {
    const field = FIELDS[key];
    const message = `has a field of its own in the spec: ${field}`;
    if (field !== undefined) context.addIssue({ code: "custom", path: [key], message });
  }
});

/** Metadata that servers write by themselves. */
const AUTOMATIC_METADATA: ReadonlySet<string> = new Set(["dirName"]);

function isSaidElsewhere(entry: Tree): boolean {
  const key = memberText(entry, "@key") ?? "";
  const isKnown = AUTOMATIC_METADATA.has(key) || FIELDS[key] !== undefined;
  return isKnown || member(entry, "dimensionInfo") !== undefined;
}

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

export interface WithMetadata {
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

export const metadataField: DocumentField<WithMetadata> = {
  onChange: "update",
  shares: true,
  wanted: ({ metadata }) => metadata && entryTexts(Object.entries(metadata)),
  shown: (document, { wanted }) =>
    entryTexts(shownEntries(entriesIn(document, "metadata"), wanted)),
  declare: (document) => {
    const entries = entryList(member(document, "metadata"));
    const own = entries
      .filter((entry) => !isSaidElsewhere(entry))
      .map((entry) => ({
        key: memberText(entry, "@key") ?? "",
        text: memberWholeText(entry, "$") ?? (members(entry).length === 1 ? "" : undefined),
      }));
    const plain = own.filter(
      ({ key, text }) => text !== undefined && KEY.test(key) && !isSecretText(key, text),
    );
    const metadata = Object.fromEntries(plain.map(({ key, text }) => [key, text]));
    return {
      spec: plain.length === 0 ? {} : { metadata },
      notes: own.filter((one) => !plain.includes(one)).map(({ key }) => `metadata ${key}`),
    };
  },
  body: ({ declared: { metadata = {} }, before }) => {
    const all = Object.entries(metadata);
    const own = all.flatMap(([key, text]) => (text === null ? [] : [{ "@key": key, $: text }]));
    return withEntries(before, own, new Set(Object.keys(metadata)));
  },
};

/** Replaces some entries, since servers replace the map as a whole. */
export function withEntries(
  document: Tree | undefined,
  own: readonly { readonly "@key": string; readonly [member: string]: XmlValue }[],
  keys: ReadonlySet<string> = new Set(own.map((entry) => entry["@key"])),
): Members {
  const kept = entryList(member(document, "metadata"))
    .filter((entry) => !keys.has(memberText(entry, "@key") ?? ""))
    .map(asWritten);
  return { metadata: { entry: [...kept, ...own] } };
}
