/**
 * Which catalog a data folder has and how far it has come: what the database says of itself before anything is done
 * with it, and what the server that was there last has noted. By the note a start sees that an older database was put
 * in the place of this one. Nothing depends on it: it is not synced, and where it is missing nothing is known.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG_ID } from "../catalog/catalog-id.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { connectAsIs, databasePath, sizeOf } from "./read-only.ts";
import { connect, type Connection } from "./sqlite-connection.ts";
import { storage as limits } from "../../model/limits.ts";

/** A database as it was found. */
export interface FoundCatalog {
  /** Undefined for one that has no id yet: before version 0.2. */
  readonly catalog: string | undefined;
  readonly revision: number;
  /** The revision of the last entry of its audit: never above its own, unless a part of it is older. */
  readonly audited: number;
}

/**
 * Reads it; `missing` and `empty` are folders without a catalog. Throws what SQLite says of a
 * database that it cannot read.
 */
export function findCatalog(folder: string): FoundCatalog | "missing" | "empty" {
  const path = databasePath(folder);
  if (!existsSync(path)) return "missing";
  if (sizeOf(path) === 0) return "empty";
  const database = connectAsIs(path);
  try {
    return readCatalog(database);
  } finally {
    database.close();
  }
}

/** What a database says of itself; see `findCatalog`. */
export function readCatalog(database: Connection): FoundCatalog | "empty" {
  const tables = new Set(texts(database, "SELECT name FROM sqlite_master WHERE type = 'table'"));
  if (!tables.has("versions") || !tables.has("records")) return "empty";
  const { kind, name } = CATALOG_ID;
  const own = "SELECT value FROM records WHERE kind = ? AND workspace = '' AND name = ?";
  const value = database.prepare(own).get(kind, name)?.["value"];
  const stored = typeof value === "string" ? (JSON.parse(value) as { text?: string }) : {};
  const counter = "SELECT value FROM counters WHERE name = 'revision'";
  const revision = tables.has("counters") ? (numberIn(database, counter) ?? 0) : 0;
  const last = "SELECT revision FROM audit ORDER BY id DESC LIMIT 1";
  const audited = tables.has("audit") ? (numberIn(database, last) ?? 0) : 0;
  return { catalog: stored.text, revision, audited };
}

/**
 * Sets the revision of a database that is open elsewhere to at least this number: what was given
 * away before is not given again.
 */
export function raiseRevision(folder: string, least: number): void {
  const options = { readOnly: false, waitMs: limits.busyMs };
  const database = connect(databasePath(folder), options);
  try {
    const raise = "UPDATE counters SET value = max(value, ?) WHERE name = 'revision'";
    database.prepare(raise).run(least);
  } finally {
    database.close();
  }
}

const noteIn = (folder: string) => join(folder, "catalog.closed.json");

/** The note in a folder; undefined when there is none that can be read. */
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

/** Notes how far the catalog has come: at a start, and at the end. A note that cannot be written must not be an old one. */
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

function numberIn(database: Connection, query: string): number | undefined {
  const row = database.prepare(query).get();
  return row === undefined ? undefined : Number(Object.values(row)[0]);
}

function texts(database: Connection, query: string): readonly string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
