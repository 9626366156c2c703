/** The reading half of the unit of work. */
import type { Kysely, Selectable } from "kysely";
import type { RecordKind, RecordValues, Stored } from "../catalog/records.ts";
import type {
  AuditAbout,
  AuditEntry,
  CatalogReader,
  FolderChild,
  StoredFile,
  Trace,
} from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import type { FrequentQueries } from "./frequent-queries.ts";
import { embeddedReader } from "./granule-index-reader.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import type { IndexDialect } from "./granule-index-table.ts";
import { findIndex, listIndexes } from "./granule-indexes.ts";
import { readContent, type SoundContents } from "./contents.ts";
import { listKnownNetworks } from "./known-networks.ts";
import { inPages } from "./pages.ts";
import { findSession } from "./sessions.ts";
import type { Tables } from "./schema.ts";

export interface ReaderOptions {
  /** Coordinate systems for filters. */
  readonly systems: Systems;
  /** The dialect of granule indexes; SQLite by default. */
  readonly indexes?: IndexDialect | undefined;
  readonly sound: SoundContents;
  readonly queries: FrequentQueries;
  /** The trace of what was read, where it is recorded. */
  readonly trace?: () => Trace | undefined;
}

export function kyselyReader(
  database: Kysely<Tables>,
  { systems, indexes: dialect = sqliteIndexes, sound, queries, trace }: ReaderOptions,
): CatalogReader {
  return {
    get: async <Kind extends RecordKind>(kind: Kind, workspace: string | null, name: string) => {
      const [row] = await queries.record(database, kind, workspace ?? "", name);
      return row && toStored<Kind>(row);
    },
    list: async <Kind extends RecordKind>(kind: Kind, workspace?: string | null) => {
      const rows = await listRecords(database, queries, { kind, workspace });
      return rows.map((row) => toStored<Kind>(row));
    },
    linked: async <Kind extends RecordKind>(kind: Kind, link: string) => {
      const rows = await queries.linked(database, kind, link);
      return rows.map((row) => toStored<Kind>(row));
    },
    file: async (path) => {
      const [file] = await queries.file(database, path);
      return file;
    },
    content: (file) => readContent(database, { sound, queries }, file),
    children: async (folder) => childrenOf(folder, await filesUnder(database, folder)),
    filesUnder: (folder) => filesUnder(database, folder),
    identities: (folder) => identitiesUnder(database, folder),
    revision: () => readRevision(database),
    audit: (after, limit) => auditEntries(database, after, limit),
    auditBackwards: (before, limit) => lastAuditEntries(database, before, limit),
    session: (digest) => findSession(database, digest),
    knownNetworks: (account) => listKnownNetworks(database, account),
    granules: async (key) => {
      const table = await findIndex(database, key, { systems, dialect });
      return table && embeddedReader(table);
    },
    granuleIndexes: (place) => listIndexes(database, place),
    trace: () => trace?.(),
  };
}

/** `workspace` is null outside of workspaces, and undefined for all. */
function listRecords(
  database: Kysely<Tables>,
  queries: FrequentQueries,
  { kind, workspace }: { readonly kind: string; readonly workspace: string | null | undefined },
): Promise<readonly Tables["records"][]> {
  if (workspace === undefined)
    return inPages((last, most) =>
      last === undefined
        ? queries.ofKind(database, kind, most)
        : queries.ofKindBehind(database, kind, last.workspace, last.name, most),
    );
  const of = workspace ?? "";
  return inPages((last, most) =>
    last === undefined
      ? queries.ofWorkspace(database, kind, of, most)
      : queries.ofWorkspaceBehind(database, kind, of, last.name, most),
  );
}

/** The columns are listed because databases may have more. */
const auditColumns = [
  "id",
  "at",
  "revision",
  "account",
  "address",
  "method",
  "path",
  "removed_rules",
  "about",
] as const;

async function auditEntries(
  database: Kysely<Tables>,
  after: number,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const rows = await database
    .selectFrom("audit")
    .select(auditColumns)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toAuditEntry);
}

async function lastAuditEntries(
  database: Kysely<Tables>,
  before: number | undefined,
  limit: number,
): Promise<readonly AuditEntry[]> {
  let query = database.selectFrom("audit").select(auditColumns);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.orderBy("id", "desc").limit(limit).execute();
  return rows.map(toAuditEntry);
}

function toAuditEntry({
  removed_rules: removed,
  about,
  ...entry
}: Selectable<Tables["audit"]>): AuditEntry {
  return {
    ...entry,
    ...(removed === null ? {} : { removedRules: JSON.parse(removed) as string[] }),
    ...(about === null ? {} : (JSON.parse(about) as AuditAbout)),
  };
}

function toStored<Kind extends RecordKind>(row: Tables["records"]): Stored<Kind> {
  return {
    workspace: row.workspace === "" ? null : row.workspace,
    name: row.name,
    value: JSON.parse(row.value) as RecordValues[Kind],
    created: row.created,
    modified: row.modified,
  };
}

function filesUnder(database: Kysely<Tables>, folder: string): Promise<readonly StoredFile[]> {
  // "0" follows "/" in character order, so the range is all paths in the folder.
  const [start, end] = folder === "" ? ["", undefined] : [`${folder}/`, `${folder}0`];
  return inPages<StoredFile>((last, most) => {
    const files = database.selectFrom("files").selectAll();
    const rest = files.where("path", ">", last?.path ?? start);
    const within = end === undefined ? rest : rest.where("path", "<", end);
    return within.orderBy("path").limit(most).execute();
  });
}

async function identitiesUnder(
  database: Kysely<Tables>,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await inPages<{ path: string; digest: string; identity: string }>((last, most) =>
    database
      .selectFrom("files")
      .innerJoin("identities", "identities.digest", "files.digest")
      .select(["files.path", "identities.digest", "identities.identity"])
      .where("files.path", ">", last?.path ?? `${folder}/`)
      .where("files.path", "<", `${folder}0`)
      .orderBy("files.path")
      .limit(most)
      .execute(),
  );
  return new Map(rows.map(({ digest, identity }) => [digest, identity]));
}

function childrenOf(folder: string, files: readonly StoredFile[]): readonly FolderChild[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const children = new Map<string, FolderChild>();
  for (const { path } of files) {
    const [name = "", ...rest] = path.slice(start).split("/");
    if (!children.has(name))
      children.set(name, { name, type: rest.length > 0 ? "directory" : "resource" });
  }
  return [...children.values()];
}

/** The revision that a connection or transaction sees. */
export async function readRevision(database: Kysely<Tables>): Promise<number> {
  const row = await database
    .selectFrom("counters")
    .select("value")
    .where("name", "=", "revision")
    .executeTakeFirst();
  return row?.value ?? 0;
}
