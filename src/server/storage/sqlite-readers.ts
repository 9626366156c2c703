/** Several reading connections, so that a long read does not delay others. */
import { Kysely, SqliteDialect } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { soundContents } from "./contents.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { kyselyReader, type ReaderOptions } from "./kysely-reader.ts";
import { areAllSame, type NotedRead } from "./noted-reads.ts";
import type { Tables } from "./schema.ts";
import {
  connectReading,
  statementsOf,
  type Connection,
  type ConnectionOptions,
  type Prepared,
} from "./sqlite-connection.ts";
import { sqliteTexts } from "./sqlite-statements.ts";
import type { Ask } from "./statements.ts";

export const readerOptions: ConnectionOptions = {
  waitMs: limits.busyMs,
  cacheKib: limits.readerCacheKib,
};

/** Each reader runs one transaction at a time. */
export interface Readers {
  readonly use: <Result>(work: (reader: CatalogReader) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Throws connection errors. */
export function openReaders(
  path: string,
  options: Pick<ReaderOptions, "indexes" | "sound" | "isUnchanged">,
): Readers {
  const readers = Array.from({ length: limits.readers }, () => {
    const connection = connectReading(path, readerOptions);
    return { connection, tables: tablesOn(connection), ask: askOn(connection), users: 0 };
  });
  return {
    use: async (work) => {
      const reader = readers.reduce((least, one) => (one.users < least.users ? one : least));
      reader.users++;
      try {
        return await reader.tables
          .transaction()
          .execute((transaction) =>
            work(kyselyReader(transaction, { ...options, ask: reader.ask })),
          );
      } finally {
        reader.users--;
      }
    },
    close: async () => {
      for (const { connection, tables } of readers) {
        await tables.destroy();
        // Kysely only closes a connection that it has used.
        if (connection.isOpen) connection.close();
      }
    },
  };
}

/** Runs the queries on a connection, in its transaction if there is one. */
export function askOn(connection: Connection): Ask {
  const prepare = statementsOf(connection);
  const { queries } = sqliteTexts;
  return async (name, ...parameters) => prepare(queries[name]).all(parameters) as never;
}

/** Whether all reads give the same rows now, in one state. */
export function areSameNow(connection: Connection, reads: readonly NotedRead[]): boolean {
  const prepare = statementsOf(connection);
  const { queries } = sqliteTexts;
  prepare("begin").run([]);
  try {
    return areAllSame(reads, ({ query, parameters }) => prepare(queries[query]).all(parameters));
  } finally {
    prepare("rollback").run([]);
  }
}

/** Reads a catalog on an open connection, in its transaction if there is one. */
export function readerOn(connection: Connection): CatalogReader {
  const database = kyselyOn(connection, statementsOf(connection));
  const indexes = { systems: {}, dialect: sqliteIndexes };
  return kyselyReader(database, { indexes, sound: soundContents(), ask: askOn(connection) });
}

/** The tables on an open connection, in its transaction if there is one. */
export function tablesOn(connection: Connection): Kysely<Tables> {
  return kyselyOn(connection, statementsOf(connection));
}

function kyselyOn(database: Connection, statement: (sql: string) => Prepared): Kysely<Tables> {
  const rollback = rollbackOf(database);
  const prepare = (sql: string) => (sql === "rollback" ? rollback : statement(sql));
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
}

/**
 * SQLite rolls back by itself on a disk error. A second rollback would fail and hide the original
 * error.
 */
function rollbackOf(database: Connection): Prepared {
  const run = () => {
    if (database.isTransaction) database.exec("rollback");
    return { changes: 0, lastInsertRowid: 0 };
  };
  return { reader: false, run, all: () => [], iterate: () => [].values() };
}
