/**
 * The embedded store: one SQLite database. A change is on disk before it is acknowledged
 * (write-ahead log, synchronous=FULL); reading happens on other connections and never waits for
 * changes (docs/decisions/0002-embedded-store.md).
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
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
  return {
    read: (work) =>
      readers.use((reader) =>
        reader.transaction().execute((transaction) => work(kyselyReader(transaction, systems))),
      ),
    write: (origin, work) =>
      writer
        .transaction()
        .execute((transaction) => writeUnit(transaction, { origin, now: now(), systems }, work)),
    keepIdentities: (identities) =>
      writer.transaction().execute((transaction) => keepIdentities(transaction, identities)),
    knownNetworks: (account) => readers.use((reader) => listKnownNetworks(reader, account)),
    keepKnownNetwork: (known) =>
      writer.transaction().execute((transaction) => keepKnownNetwork(transaction, known)),
    close: async () => {
      await readers.close();
      await writer.destroy();
    },
  };
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

function openDatabase(path: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly, timeout: 5_000 });
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
function kyselyOn(database: DatabaseSync): Kysely<Tables> {
  const prepared = new Map<string, ReturnType<typeof statement>>();
  const prepare = (sql: string) => {
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

function statement(database: DatabaseSync, sql: string) {
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
