/** Several reading connections, so that a long read does not delay others. */
import type { Kysely } from "kysely";
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
} from "./sqlite-connection.ts";
import { kyselyOver } from "./sqlite-dialect.ts";
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
      for (const { connection } of readers) connection.close();
    },
  };
}

/** Runs the queries on a connection, in its transaction if there is one. */
export function askOn(connection: Connection): Ask {
  const run = statementsOf(connection);
  return async (query, ...parameters) => run(sqliteTexts.queries[query], parameters) as never;
}

/** Tells whether all reads give the same rows now, in one state. */
export function comparingOn(connection: Connection): (reads: readonly NotedRead[]) => boolean {
  const run = statementsOf(connection);
  return (reads) => {
    run("begin");
    try {
      return areAllSame(reads, (query, parameters) => run(sqliteTexts.queries[query], parameters));
    } finally {
      run("rollback");
    }
  };
}

/** Reads a catalog on an open connection, in its transaction if there is one. */
export function readerOn(connection: Connection): CatalogReader {
  const indexes = { systems: {}, dialect: sqliteIndexes };
  const options = { indexes, sound: soundContents(), ask: askOn(connection) };
  return kyselyReader(tablesOn(connection), options);
}

/** The tables on an open connection, in its transaction if there is one. */
export function tablesOn(connection: Connection): Kysely<Tables> {
  return kyselyOver(statementsOf(connection));
}
