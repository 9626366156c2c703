/** All nouns of the interface by their records. To add a plain one, add a file and a line here. */
import { blobStore } from "./blob-store.ts";
import { gridSet } from "./built-in-grid-sets.ts";
import type { CacheNoun } from "./cache-noun.ts";
import type { Noun, PlainNoun, PlainObject, Readership } from "./noun.ts";
import { urlCheck } from "./url-check.ts";

function store<const Kind extends string, const Segment extends string>(
  kind: Kind,
  segment: Segment,
) {
  return { ...content(kind, "contents", segment), parameter: "store" } as const;
}

function content<const Kind extends string, const Segment extends string>(
  kind: Kind,
  readers: Readership,
  segment: Segment,
) {
  return { kind, readers, of: "contents", list: `/workspaces/:workspace/${segment}` } as const;
}

function administered<const Kind extends string>(kind: Kind) {
  return { kind, readers: "administrators" } as const;
}

const all = {
  // Contents of workspaces are in the order of checks and renames.
  "data-store": store("DataStore", "datastores"),
  "document-schema": { kind: null, readers: "administrators", of: "contents" },
  "feature-type": content("FeatureType", "ruled", "featuretypes"),
  "coverage-store": store("CoverageStore", "coveragestores"),
  coverage: content("Coverage", "ruled", "coverages"),
  mosaic: { kind: "ImageMosaic", readers: "contents", of: "contents" },
  "wms-store": store("WmsStore", "wmsstores"),
  "wms-layer": content("WmsLayer", "ruled", "wmslayers"),
  "wmts-store": store("WmtsStore", "wmtsstores"),
  "wmts-layer": content("WmtsLayer", "ruled", "wmtslayers"),
  layer: { kind: "Layer", readers: "ruled", of: "contents", list: "/layers" },
  "layer-group": { kind: "LayerGroup", readers: "ruled", of: "contents", list: "/layergroups" },
  style: { kind: "Style", readers: "contents", of: "contents", list: "/styles" },
  "tile-layer": { ...administered("TileLayer"), of: "contents", list: "/gwc/rest/layers" },
  service: { ...administered("Service"), of: "settings" },
  "workspace-settings": { ...administered("Settings"), of: "settings" },
  workspace: { kind: "Workspace", readers: "workspace", list: "/workspaces" },
  "grid-set": gridSet,
  "blob-store": blobStore,
  "disk-quota": administered("DiskQuota"),
  "access-rule": administered("AccessRule"),
  "service-rule": administered("ServiceRule"),
  "rest-rule": administered("RestRule"),
  setting: { kind: null, readers: "readers" },
  "global-settings": administered("Settings"),
  logging: administered("Logging"),
  account: administered("User"),
  "account-group": administered("Group"),
  role: administered("Role"),
  keystore: administered("KeystorePassword"),
  "url-check": urlCheck,
} as const satisfies Readonly<Record<string, Noun>>;

type All = typeof all;

/** Record of a noun. */
export type NounRecord = keyof All;

/** All nouns by record. */
export const nouns: Readonly<Record<NounRecord, Noun>> = all;

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;

/** Member of lists and name of paths: that of the record, such as `dataStore`. */
export type Member<Record extends NounRecord = ListedRecord> = Camel<Record>;

/** Record of a noun with a regular list. */
export type ListedRecord = {
  [Record in NounRecord]: All[Record] extends { readonly list: string } ? Record : never;
}[NounRecord];

/** The member of a noun; with an `s`, its list. */
export function memberOf<Record extends NounRecord>(record: Record): Member<Record> {
  return record.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase()) as Member<Record>;
}

/** The member of a noun of stores. */
export type StoreMember = Member<"data-store" | "coverage-store" | "wms-store" | "wmts-store">;

/** Patterns of a list and of an object in it, by the name of the path. */
export type NounPatterns = {
  readonly [Record in ListedRecord as `${Member<Record>}s`]: All[Record]["list"];
} & {
  readonly [
    Record in ListedRecord as Member<Record>
  ]: `${All[Record]["list"]}/:${All[Record] extends { readonly parameter: infer Name extends string } ? Name : Member<Record>}`;
};

/** All patterns of nouns with a list. */
export const nounPatterns = Object.fromEntries(
  Object.entries(nouns).flatMap(([record, { list, parameter }]) => {
    const member = memberOf(record as NounRecord);
    if (list === undefined) return [];
    return [
      [`${member}s`, list],
      [member, `${list}/:${parameter ?? member}`],
    ];
  }),
) as unknown as NounPatterns;

/** Record of a plain noun. */
export type PlainRecord = {
  [Record in NounRecord]: All[Record] extends PlainNoun<infer _> ? Record : never;
}[NounRecord];

type ValueOf<One> = One extends PlainNoun<infer Value> ? Value : never;

/** Stored values of plain nouns by record; the name is the key. */
export type PlainValues = {
  readonly [Record in PlainRecord]: Omit<ValueOf<All[Record]>, "name">;
};

/** For generic code. */
export type AnyPlainNoun = PlainNoun<PlainObject> & {
  readonly record: PlainRecord;
  readonly member: Member<PlainRecord>;
};

/** All plain nouns. */
export const plainNouns = nounsWith("required") as readonly AnyPlainNoun[];

/** Record of an object of the tile cache that a PUT replaces as a whole. */
export type CacheRecord = {
  [Record in NounRecord]: All[Record] extends { readonly word: string } ? Record : never;
}[NounRecord];

/** Stored values of such objects by record; the name is the key, and secrets are sealed. */
export type CacheValues = {
  readonly [Record in CacheRecord]: Exclude<ReturnType<All[Record]["complete"]>, string>;
};

/** The stored value of one of them. */
export type CacheValue = CacheValues[CacheRecord];

/** For generic code. */
export type AnyCacheNoun = CacheNoun<CacheValue, object> & {
  readonly record: CacheRecord;
  readonly member: Member<CacheRecord>;
};

/** All objects of the tile cache that a PUT replaces as a whole. */
export const cacheNouns = nounsWith("word") as readonly AnyCacheNoun[];

/** The nouns that say something of this name, which only one form of nouns does. */
function nounsWith(said: string): readonly object[] {
  const records = Object.keys(all) as NounRecord[];
  return records
    .filter((record) => said in all[record])
    .map((record) => ({ ...all[record], record, member: memberOf(record) }));
}
