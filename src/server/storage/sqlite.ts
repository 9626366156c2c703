/**
 * The embedded store: one SQLite database. A change is on disk before it is acknowledged
 * (write-ahead log, synchronous=FULL); reading happens on other connections and never waits for
 * changes (docs/decisions/0002-embedded-store.md).
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, SqliteDialect, type Transaction } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { Catalog, CatalogReader } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { asRefusal } from "./database-error.ts";
import { frequentQueries } from "./frequent-queries.ts";
import { kyselyReader } from "./kysely-reader.ts";
import { keepKnownNetwork, listKnownNetworks } from "./known-networks.ts";
import { keepIdentities, writeUnit } from "./kysely-writer.ts";
import { prepareTables, type Tables } from "./schema.ts";
import {
  connectReading,
  statementsOf,
  type Connection,
  type Prepared,
} from "./sqlite-connection.ts";
import { kyselyWriting } from "./sqlite-dialect.ts";
import { control } from "./sqlite-session.ts";
import { openWriter, type SqliteWriter } from "./sqlite-writer.ts";
import { openGroups, type GroupTransaction, type UnitPlace } from "./unit-groups.ts";

/**
 * Opens (or creates) the catalog in a folder. `now` gives ISO 8601 times, `systems` says what
 * filters of granules know of coordinate systems; after `changesBeforeThread` changes a thread
 * makes those that follow.
 */
export async function openSqliteCatalog(
  folder: string,
  now: () => string,
  systems: Systems = {},
  changesBeforeThread: number = limits.changesBeforeThread,
): Promise<Catalog> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "catalog.db");
  const options = { waitMs: limits.busyMs, cacheKib: limits.writerCacheKib };
  const writer = openWriter(path, options, changesBeforeThread);
  chmodSync(path, 0o600);
  const database = kyselyWriting(writer);
  await prepareTables(database);
  const readers = openReaders(path);
  const revision = openRevision(path);
  const groups = openGroups(groupsOn(writer));
  const reading = { systems, sound: soundContents(), queries: frequentQueries(database) };
  const change = <Result>(
    work: (transaction: Transaction<Tables>, place: UnitPlace) => Promise<Result>,
  ) =>
    refusing(
      groups.run((place) =>
        database.transaction().execute((transaction) => work(transaction, place)),
      ),
    );
  return {
    read: (work) =>
      refusing(
        readers.use((reader) =>
          reader.transaction().execute((transaction) => work(kyselyReader(transaction, reading))),
        ),
      ),
    revision: revision.now,
    write: (origin, work) => {
      const unit = { ...reading, origin, now: now() };
      return change((transaction, place) => writeUnit(transaction, { ...unit, ...place }, work));
    },
    keepIdentities: (identities) =>
      change((transaction) => keepIdentities(transaction, identities)),
    knownNetworks: (account) =>
      refusing(readers.use((reader) => listKnownNetworks(reader, account))),
    keepKnownNetwork: (known) => change((transaction) => keepKnownNetwork(transaction, known)),
    close: async () => {
      await groups.settled();
      await readers.close();
      revision.close();
      await writer.close();
    },
  };
}

/** Transactions of groups on the writing connection. */
function groupsOn({ next, ask, wait, sentBytes }: SqliteWriter): GroupTransaction {
  const statement = (sql: string) => ({ sql, parameters: [] });
  return {
    begin: async (unitsBefore) => {
      await next(unitsBefore);
      await ask(statement(control.begin));
    },
    commit: async () => void (await wait(statement(control.commit))),
    rollback: async () => void (await ask(statement(control.rollback))),
    sentBytes,
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
  const options = { waitMs: limits.busyMs, cacheKib: limits.readerCacheKib };
  const readers = Array.from({ length: limits.readers }, () => {
    const connection = connectReading(path, options);
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
  const connection = connectReading(path, {
    waitMs: limits.busyMs,
    cacheKib: limits.readerCacheKib,
  });
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

/** Kysely on a connection that reads. */
function kyselyOn(database: Connection): Kysely<Tables> {
  const statement = statementsOf(database);
  const rollback = rollbackOf(database);
  const prepare = (sql: string) => (sql === "rollback" ? rollback : statement(sql));
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
}

/**
 * SQLite rolls back by itself when the disk fails. To do it again would be an error of its own, which
 * would hide the one that counts.
 */
function rollbackOf(database: Connection): Prepared {
  const run = () => {
    if (database.isTransaction) database.exec("rollback");
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, run, all: () => [], iterate: () => [].values() };
}
