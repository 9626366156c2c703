/**
 * Reads id and revision of a catalog before it is opened, and a note of the last server about both,
 * by which a start notices an older database. The note is not synced, and a missing one proves
 * nothing.
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
  /** Undefined for a catalog from before version 0.2. */
  readonly catalog: string | undefined;
  readonly revision: number;
  /** The revision of the last audit entry: above `revision` only in a partly older database. */
  readonly audited: number;
}

/**
 * Folders without a catalog are `missing` or `empty`. Throws SQLite errors for an unreadable
 * database.
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

/** As `findCatalog`, on an open database. */
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
 * Raises the revision to at least this number, so that used revisions never recur. Other
 * connections may be open.
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
