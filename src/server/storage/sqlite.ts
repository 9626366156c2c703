/**
 * The embedded store: one SQLite database. A change is on disk before it is acknowledged
 * (write-ahead log, synchronous=FULL); reading happens on other connections and never waits for
 * changes (docs/decisions/0002-embedded-store.md).
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { backup as backupLimits, storage as limits } from "../../model/limits.ts";
import type { Catalog, CatalogReader } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { asRefusal } from "./database-error.ts";
import { frequentQueries } from "./frequent-queries.ts";
import { kyselyReader } from "./kysely-reader.ts";
import { keepKnownNetwork, listKnownNetworks } from "./known-networks.ts";
import { keepIdentities, writeUnit } from "./kysely-writer.ts";
import { prepareTables, type Tables } from "./schema.ts";

const DURABLE = 2;
const STATEMENTS_KEPT = 200;

/**
 * Opens (or creates) the catalog in a folder. `now` gives ISO 8601 times, `systems` says what
 * filters of granules know of coordinate systems.
 */
export async function openSqliteCatalog(
  folder: string,
  now: () => string,
  systems: Systems = {},
): Promise<Catalog> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "catalog.db");
  const writing = openDatabase(path, false);
  chmodSync(path, 0o600);
  const writer = kyselyOn(writing);
  await prepareTables(writer);
  const readers = openReaders(path);
  const revision = openRevision(path);
  const options = { systems, sound: soundContents(), queries: frequentQueries(writer) };
  return {
    read: (work) =>
      refusing(
        readers.use((reader) =>
          reader.transaction().execute((transaction) => work(kyselyReader(transaction, options))),
        ),
      ),
    revision: revision.now,
    write: (origin, work) => {
      const unit = { ...options, origin, now: now() };
      return refusing(
        writer.transaction().execute((transaction) => writeUnit(transaction, unit, work)),
      );
    },
    keepIdentities: (identities) =>
      refusing(
        writer.transaction().execute((transaction) => keepIdentities(transaction, identities)),
      ),
    knownNetworks: (account) =>
      refusing(readers.use((reader) => listKnownNetworks(reader, account))),
    keepKnownNetwork: (known) =>
      refusing(writer.transaction().execute((transaction) => keepKnownNetwork(transaction, known))),
    close: async () => {
      await readers.close();
      revision.close();
      await writer.destroy();
    },
  };
}

/** Reads a catalog on a connection that is open, in the transaction that it is in, if it is in one. */
export function readerOn(connection: Connection): CatalogReader {
  const database = kyselyOn(connection);
  const queries = frequentQueries(database);
  return kyselyReader(database, { systems: {}, sound: soundContents(), queries });
}

/** What SQLite says of the disk is a refusal. */
async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Connections that read, each with the work that waits for it. */
function openReaders(path: string): {
  readonly use: <Result>(work: (reader: Kysely<Tables>) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
} {
  const readers = Array.from({ length: limits.readers }, () => {
    const connection = openDatabase(path, true);
    return { connection, database: kyselyOn(connection), users: 0 };
  });
  return {
    use: async (work) => {
      const reader = readers.reduce((least, one) => (one.users < least.users ? one : least));
      reader.users++;
      try {
        return await work(reader.database);
      } finally {
        reader.users--;
      }
    },
    close: async () => {
      for (const { connection, database } of readers) {
        await database.destroy();
        // What was never asked was never taken over by the query builder, which leaves it open.
        if (connection.isOpen) connection.close();
      }
    },
  };
}

/** The revision on a connection of its own: nothing that others do with theirs hides what is committed. */
function openRevision(path: string): { readonly now: () => number; readonly close: () => void } {
  const connection = openDatabase(path, true);
  const query = connection.prepare("SELECT value FROM counters WHERE name = 'revision'");
  return {
    now: () => {
      try {
        return Number(query.get()?.["value"] ?? 0);
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close: () => connection.close(),
  };
}

/** A connection to a database of SQLite. */
export type Connection = DatabaseSync;

/** Connects to a database as it is. Waits for other connections as long as is said. */
export function connect(
  path: string | URL,
  { readOnly, waitMs }: { readonly readOnly: boolean; readonly waitMs: number },
): Connection {
  return new DatabaseSync(path, { readOnly, timeout: waitMs });
}

/**
 * Copies a database to a file that is not there yet: the state that the connection's transaction
 * sees, whatever others write meanwhile; but for sessions, which may have ended when the copy is used.
 */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  await backup(connection, path, { rate: backupLimits.pages });
  const copy = connect(path, { readOnly: false, waitMs: limits.busyMs });
  try {
    // Catalogs of earlier versions have none.
    if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined)
      copy.exec("DELETE FROM sessions");
  } finally {
    copy.close();
  }
}

function openDatabase(path: string, readOnly: boolean): Connection {
  const database = connect(path, { readOnly, waitMs: limits.busyMs });
  const cacheKib = readOnly ? limits.readerCacheKib : limits.writerCacheKib;
  database.exec(`PRAGMA cache_size = -${cacheKib}`);
  if (readOnly) return database;
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;",
  );
  const found = database.prepare("PRAGMA synchronous").get()?.["synchronous"];
  if (found !== DURABLE)
    throw new Error("SQLite did not accept synchronous=FULL; acknowledged changes could be lost");
  return database;
}

/** Kysely on Node's own SQLite: the four members that its SQLite dialect calls. */
function kyselyOn(database: Connection): Kysely<Tables> {
  const prepared = new Map<string, ReturnType<typeof statement>>();
  const prepare = (sql: string) => {
    if (sql === "rollback") return rollbackOf(database);
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= STATEMENTS_KEPT) prepared.clear();
    const made = statement(database, sql);
    prepared.set(sql, made);
    return made;
  };
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
}

/**
 * SQLite rolls back by itself when the disk is full or fails. To do it again would be an error of its
 * own, which would hide the one that counts.
 */
function rollbackOf(database: Connection) {
  const run = () => {
    if (database.isTransaction) database.exec("rollback");
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, run, all: () => [], iterate: () => [].values() };
}

function statement(database: Connection, sql: string) {
  const prepared = database.prepare(sql);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: prepared.columns().length > 0,
    all: (parameters: readonly unknown[]) => prepared.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => prepared.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) =>
      prepared.iterate(...values(parameters)) as IterableIterator<unknown>,
  };
}
