/**
 * Reads id and revision of a catalog before it is opened, and a note of the last server about both,
 * by which a start notices an older database. The note is not synced, and a missing one proves
 * nothing.
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import { CATALOG_ID } from "../catalog/catalog-id.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { readRevision } from "./kysely-reader.ts";
import { databasePath, readAsIs } from "./read-only.ts";
import type { Tables } from "./schema.ts";
import { connect, type Connection } from "./sqlite-connection.ts";
import { tablesOn } from "./sqlite-readers.ts";

/** A database as it was found. */
export interface FoundCatalog {
  /** Undefined for a catalog from before version 0.2. */
  readonly catalog: string | undefined;
  readonly revision: number;
  /** The revision of the last audit entry: above `revision` only in a partly older database. */
  readonly audited: number;
}

/**
 * Folders without a catalog are `missing` or `empty`. Rejects with SQLite errors for an unreadable
 * database.
 */
export async function findCatalog(folder: string): Promise<FoundCatalog | "missing" | "empty"> {
  const path = databasePath(folder);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return "missing";
  if (size === 0) return "empty";
  return readAsIs(path, readCatalog);
}

/** As `findCatalog`, on an open database. */
export async function readCatalog(connection: Connection): Promise<FoundCatalog | "empty"> {
  const found = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = new Set(found.map(({ name }) => name));
  if (!names.has("versions") || !names.has("records")) return "empty";
  // Version 0.1 counted no changes.
  if (!names.has("audit")) return { catalog: undefined, revision: 0, audited: 0 };
  const database = tablesOn(connection);
  const entries = database.selectFrom("audit").select("revision").orderBy("id", "desc").limit(1);
  const audited = (await entries.executeTakeFirst())?.revision ?? 0;
  return { ...(await stateIn(database)), audited };
}

/** Id and revision of a catalog of version 0.2 or later. */
export async function stateIn(database: Kysely<Tables>): Promise<Omit<FoundCatalog, "audited">> {
  const { rows } = await sql<{ value: string }>`select value from records where
    kind = ${CATALOG_ID.kind} and workspace = '' and name = ${CATALOG_ID.name}`.execute(database);
  const stored = rows[0] && (JSON.parse(rows[0].value) as { text: string });
  return { catalog: stored?.text, revision: await readRevision(database) };
}

/**
 * Raises the revision to at least this number, so that used revisions never recur. Other
 * connections may be open.
 */
export function raiseRevision(folder: string, least: number): void {
  const options = { readOnly: false, waitMs: limits.busyMs };
  using database = connect(databasePath(folder), options);
  const raise = "UPDATE counters SET value = max(value, ?) WHERE name = 'revision'";
  database.prepare(raise).run(least);
}

const noteIn = (folder: string) => join(folder, "catalog.closed.json");

/** The note in a folder; undefined when missing or unreadable. */
export function readNote(folder: string): CatalogState | undefined {
  try {
    const found = JSON.parse(readFileSync(noteIn(folder), "utf8")) as Partial<CatalogState>;
    const { catalog, revision } = found;
    return typeof catalog === "string" && typeof revision === "number"
      ? { catalog, revision }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the note, at start and end. If that fails, the old note is deleted. */
export function writeNote(folder: string, state: CatalogState): void {
  const path = noteIn(folder);
  try {
    writeFileSync(`${path}.next`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    renameSync(`${path}.next`, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    rmSync(path, { force: true });
  }
}
