/** The reading half of the unit of work. */
import { sql, type Kysely, type Selectable } from "kysely";
import type { RecordKind, RecordValues, Stored } from "../catalog/records.ts";
import type {
  AuditAbout,
  AuditEntry,
  Basis,
  CatalogReader,
  FolderChild,
  IdentifiedFile,
  StoredFile,
} from "../catalog/unit-of-work.ts";
import { seenChanges as limits } from "../../model/limits.ts";
import type { IndexOptions } from "./granule-index-table.ts";
import { indexPart } from "./granule-indexes.ts";
import { readContent, type SoundContents } from "./contents.ts";
import { ANYTHING, depending } from "./dependencies.ts";
import { inPages } from "./pages.ts";
import type { Tables } from "./schema.ts";
import type { Ask } from "./statements.ts";

export interface ReaderOptions {
  readonly indexes: IndexOptions;
  readonly sound: SoundContents;
  readonly ask: Ask;
  /** Where values are kept: whether all of it is the same in the state of this reader. */
  readonly isUnchanged?: (basis: Basis) => boolean | Promise<boolean>;
  /** The revision of that state, if it is to be checked. */
  readonly readRevision?: (database: Kysely<Tables>) => Promise<number>;
}

export function kyselyReader(
  database: Kysely<Tables>,
  { indexes, sound, isUnchanged, ...options }: ReaderOptions,
): CatalogReader {
  const names = new Set<string>();
  const ask = depending(options.ask, names, limits.names);
  /** For what is read in other ways. */
  const unnoted = () => {
    names.add(ANYTHING);
    return database;
  };
  return {
    get: async <Kind extends RecordKind>(kind: Kind, workspace: string | null, name: string) => {
      const [row] = await ask("record", kind, workspace ?? "", name);
      return row && toStored<Kind>(row);
    },
    list: <Kind extends RecordKind>(kind: Kind, workspace?: string | null) =>
      inPages<Tables["records"], Stored<Kind>>(
        (last, most) =>
          workspace === undefined
            ? ask("ofKind", kind, last?.workspace ?? "", last?.name ?? "", most)
            : ask("ofWorkspace", kind, workspace ?? "", last?.name ?? "", most),
        toStored,
      ),
    linked: async <Kind extends RecordKind>(kind: Kind, link: string) => {
      const rows = await ask("linked", kind, link);
      return rows.map((row) => toStored<Kind>(row));
    },
    file: async (path) => (await ask("file", path))[0],
    content: (file) => readContent({ sound, ask }, file),
    children: async (folder) => childrenOf(folder, await filesUnder(ask, folder)),
    filesUnder: (folder) => filesUnder(ask, folder),
    identities: (folder) =>
      inPages(
        (last, most) => ask("identities", last?.path ?? `${folder}/`, endOf(folder), most),
        (file: IdentifiedFile) => file,
      ),
    revision: () => (options.readRevision ?? readRevision)(unnoted()),
    audit: async (after, limit) => (await ask("auditAfter", after, limit)).map(toAuditEntry),
    auditBackwards: async (before = Number.MAX_SAFE_INTEGER, limit) =>
      (await ask("auditBefore", before, limit)).map(toAuditEntry),
    session: async (digest) => (await ask("session", digest))[0],
    knownNetworks: async (account) => (await ask("networks", account)).map(({ mark }) => mark),
    granules: (key) => indexPart(unnoted(), indexes)(() => undefined).granules(key),
    dependencies: () => [...names],
    isUnchanged: async (basis) => (await isUnchanged?.(basis)) ?? false,
  };
}

function toAuditEntry({
  removed_rules: removed,
  about,
  ...entry
}: Selectable<Tables["audit"]>): AuditEntry {
  // The rows are for the storage (`seen-changes.ts`).
  const { rows: _rows, ...shown } = JSON.parse(about ?? "{}") as AuditAbout & { rows?: unknown };
  return {
    ...entry,
    ...(removed === null ? {} : { removedRules: JSON.parse(removed) as string[] }),
    ...shown,
  };
}

/** A record of a row. */
export function toStored<Kind extends RecordKind>(row: Tables["records"]): Stored<Kind> {
  return {
    workspace: row.workspace === "" ? null : row.workspace,
    name: row.name,
    value: JSON.parse(row.value) as RecordValues[Kind],
    created: row.created,
    modified: row.modified,
  };
}

function filesUnder(ask: Ask, folder: string): Promise<readonly StoredFile[]> {
  return inPages(
    (last, most) =>
      folder === ""
        ? ask("filesBehind", last?.path ?? "", most)
        : ask("filesBetween", last?.path ?? `${folder}/`, endOf(folder), most),
    (file: StoredFile) => file,
  );
}

/** "0" follows "/" in character order, so all paths in the folder are below. */
function endOf(folder: string): string {
  return `${folder}0`;
}

/** The children of a folder, by the files under it. */
export function childrenOf(folder: string, files: readonly StoredFile[]): readonly FolderChild[] {
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
  const found = await sql<{
    value: number;
  }>`select value from counters where name = 'revision'`.execute(database);
  return found.rows[0]?.value ?? 0;
}
