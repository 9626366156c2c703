/**
 * What the database of a data folder says of itself, before anything is done with it: which catalog
 * it is, how far it has come, and whether a part of it is ahead of the rest.
 */
import { existsSync } from "node:fs";
import { CATALOG_ID } from "../catalog/catalog-id.ts";
import { connectAsIs, databasePath, sizeOf } from "./read-only.ts";
import { connect, type Connection } from "./sqlite-connection.ts";
import { storage as limits } from "../../model/limits.ts";

/** A database as it was found. */
export interface FoundCatalog {
  /** Undefined for one that has no id yet: before version 0.2. */
  readonly catalog: string | undefined;
  readonly revision: number;
  /** What lies beyond its own counters, in words. */
  readonly ahead: readonly string[];
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
  return { catalog: stored.text, revision, ahead: findAhead(database, tables, revision) };
}

/** Numbers are given once; what has a higher one than its counter is of a later state. */
function findAhead(
  database: Connection,
  tables: ReadonlySet<string>,
  revision: number,
): readonly string[] {
  const given = (table: string) =>
    numberIn(database, `SELECT seq FROM sqlite_sequence WHERE name = '${table}'`) ?? 0;
  const ahead: string[] = [];
  if (tables.has("audit")) {
    const last = database.prepare("SELECT id, revision FROM audit ORDER BY id DESC LIMIT 1").get();
    const [id, at] = [Number(last?.["id"] ?? 0), Number(last?.["revision"] ?? 0)];
    if (id > given("audit")) ahead.push(`the audit has an entry ${id}, of ${given("audit")}`);
    if (at > revision) ahead.push(`the audit is at revision ${at}, the catalog at ${revision}`);
  }
  if (tables.has("granule_indexes")) {
    const indexes = given("granule_indexes");
    const numbers = [...tables].map((name) => Number(/^granules_(\d+)$/.exec(name)?.[1] ?? 0));
    const beyond = numbers.filter((number) => number > indexes);
    if (beyond.length > 0)
      ahead.push(`there is an index of granules ${Math.max(...beyond)}, of ${indexes}`);
  }
  return ahead;
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
