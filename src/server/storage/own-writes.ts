/** What a unit of work reads after it has written: its own writes over the committed state. */
import type { RecordKind, Stored } from "../catalog/records.ts";
import type { CatalogReader, StoredFile } from "../catalog/unit-of-work.ts";
import { childrenOf, toStored } from "./kysely-reader.ts";
import type { Tables } from "./schema.ts";

/** A written record; undefined times are those of the record that it replaces. */
export interface OwnRecord extends RowKey {
  readonly value: string;
  readonly links: readonly string[];
  readonly created: string | undefined;
  readonly modified: string | null | undefined;
}

export interface OwnWrites {
  /** Undefined for a removed record. */
  readonly records: ReadonlyMap<string, OwnRecord | undefined>;
  /** The written records of each kind, by key: removals can be many. */
  readonly written: ReadonlyMap<string, ReadonlyMap<string, OwnRecord>>;
  /** Undefined for a removed file. */
  readonly files: Map<string, StoredFile | undefined>;
  /** By digest. */
  readonly contents: Map<string, Uint8Array>;
  readonly put: (record: OwnRecord) => void;
  readonly remove: (key: RowKey) => void;
}

/** The key of a record, in its stored form. */
export type RowKey = Pick<Tables["records"], "kind" | "workspace" | "name">;

type GivenKey = Omit<RowKey, "workspace"> & { readonly workspace: string | null };

export function noWrites(): OwnWrites {
  const records = new Map<string, OwnRecord | undefined>();
  const written = new Map<string, Map<string, OwnRecord>>();
  return {
    records,
    written,
    files: new Map(),
    contents: new Map(),
    put: (record) => {
      const key = recordKey(record);
      records.set(key, record);
      const ofKind = written.get(record.kind) ?? new Map<string, OwnRecord>();
      written.set(record.kind, ofKind.set(key, record));
    },
    remove: (row) => {
      const key = recordKey(row);
      records.set(key, undefined);
      written.get(row.kind)?.delete(key);
    },
  };
}

/** Identifies a record. */
export function recordKey({ kind, workspace, name }: GivenKey): string {
  return `${kind}\0${workspace ?? ""}\0${name}`;
}

/** The stored form of a key. */
export function rowKey(key: GivenKey): RowKey {
  return { kind: key.kind, workspace: key.workspace ?? "", name: key.name };
}

/** The reads that see records and files; `now` is the time of the unit. */
export function readingOwn(reader: CatalogReader, own: OwnWrites, now: string) {
  const stored = async <Kind extends RecordKind>(
    record: OwnRecord,
    known?: Stored<Kind>,
  ): Promise<Stored<Kind>> => {
    const { kind, workspace, name } = record;
    const needsBefore = record.created === undefined && known === undefined;
    const before = needsBefore
      ? await reader.get(kind as Kind, workspace === "" ? null : workspace, name)
      : known;
    const created = record.created ?? before?.created ?? now;
    const changed = before === undefined ? null : now;
    const modified = record.modified === undefined ? changed : record.modified;
    return toStored<Kind>({ ...record, created, modified });
  };
  const merged = async <Kind extends RecordKind>(
    kind: Kind,
    found: readonly Stored<Kind>[],
    isIn: (record: OwnRecord) => boolean,
  ) => {
    if (own.records.size === 0) return found;
    const before = new Map(found.map((one) => [recordKey({ ...one, kind }), one]));
    const all = [...before].flatMap(([key, one]) => (own.records.has(key) ? [] : [one]));
    for (const [key, record] of own.written.get(kind) ?? [])
      if (isIn(record)) all.push(await stored(record, before.get(key)));
    return all.toSorted(
      (one, other) =>
        inBytes(one.workspace ?? "", other.workspace ?? "") || inBytes(one.name, other.name),
    );
  };
  const filesUnder = async (folder: string) => {
    const found = await reader.filesUnder(folder);
    const start = folder === "" ? "" : `${folder}/`;
    const ownFiles = [...own.files].filter(([path]) => path.startsWith(start));
    if (ownFiles.length === 0) return found;
    const others = found.filter(({ path }) => !own.files.has(path));
    const written = ownFiles.flatMap(([, file]) => file ?? []);
    return [...others, ...written].toSorted((one, other) => inBytes(one.path, other.path));
  };
  return {
    get: async <Kind extends RecordKind>(kind: Kind, workspace: string | null, name: string) => {
      const key = recordKey({ kind, workspace, name });
      if (!own.records.has(key)) return reader.get(kind, workspace, name);
      const record = own.records.get(key);
      return record && stored<Kind>(record);
    },
    list: async (kind, workspace) =>
      merged(
        kind,
        await reader.list(kind, workspace),
        (record) => workspace === undefined || record.workspace === (workspace ?? ""),
      ),
    linked: async (kind, link) =>
      merged(kind, await reader.linked(kind, link), ({ links }) => links.includes(link)),
    file: async (path) => (own.files.has(path) ? own.files.get(path) : reader.file(path)),
    content: async (file) => own.contents.get(file.digest) ?? reader.content(file),
    filesUnder,
    children: async (folder) => childrenOf(folder, await filesUnder(folder)),
  } satisfies Partial<CatalogReader>;
}

/** The order of UTF-8 bytes, as in the databases. */
function inBytes(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
