/** Metadata of documents, of which a manifest names some entries. */
import { COG_SETTINGS } from "../../../model/coverage-store.ts";
import { COVERAGE_VIEW } from "../../../model/coverage-view.ts";
import { caching } from "../../../model/published-parts.ts";
import type { Part } from "../../../model/schema.ts";
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
import { isSecretText } from "../declare/secrets.ts";
import type { Members, PartHandler } from "./contract.ts";
import {
  entriesIn,
  entriesSpec,
  entryTexts,
  isEntryKey,
  removableValue,
  shownEntries,
} from "./entries.ts";

const IN_METADATA = "metadata/@";

/** Metadata entries that a field of the spec declares. */
const FIELDS: Readonly<Record<string, string>> = {
  [COVERAGE_VIEW]: "coverageView",
  [SQL_VIEW]: "sqlView",
  [COG_SETTINGS]: "cog",
  time: "dimensions",
  elevation: "dimensions",
  ...Object.fromEntries(Object.values(caching.parts).map((one) => [metadataKey(one), "caching"])),
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

export interface WithMetadata {
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

export const metadataField: PartHandler<WithMetadata> = {
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
      ({ key, text }) => text !== undefined && isEntryKey(key) && !isSecretText(key, text),
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

/** The key of a part that is an entry of metadata. */
export function metadataKey({ path }: Part): string | undefined {
  return path?.startsWith(IN_METADATA) ? path.slice(IN_METADATA.length) : undefined;
}
