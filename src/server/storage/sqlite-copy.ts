/** SQLite databases as source or destination of a catalog copy. */
import { chmodSync } from "node:fs";
import { sql } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { connectAsIs } from "./read-only.ts";
import type { RowPlace } from "./row-tables.ts";
import { makeTables } from "./schema.ts";
import { connect, type Connection } from "./sqlite-connection.ts";
import { tablesOn } from "./sqlite-readers.ts";
import { syncPath } from "./sync-path.ts";

/** No other process may change the database. Rejects with SQLite errors. */
export async function readDatabase<Result>(
  path: string,
  work: (place: RowPlace, connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = connectAsIs(path);
  try {
    connection.exec("BEGIN");
    return await work(placeOn(connection), connection);
  } finally {
    connection.close();
  }
}

/**
 * Creates, fills and syncs a database, which is unusable until this resolves. Rejects with SQLite
 * errors.
 */
export async function makeDatabase<Result>(
  path: string,
  work: (place: RowPlace) => Promise<Result>,
): Promise<Result> {
  const result = await filled(path, work);
  chmodSync(path, 0o600);
  await syncPath(path);
  return result;
}

async function filled<Result>(
  path: string,
  work: (place: RowPlace) => Promise<Result>,
): Promise<Result> {
  const connection = connect(path, { readOnly: false, waitMs: limits.busyMs });
  try {
    // An interrupted copy is discarded, so no journal is needed.
    connection.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -${limits.writerCacheKib}; BEGIN`,
    );
    const place = placeOn(connection);
    await makeTables(place.database);
    const result = await work(place);
    connection.exec("COMMIT");
    return result;
  } finally {
    connection.close();
  }
}

function placeOn(connection: Connection): RowPlace {
  const database = tablesOn(connection);
  const numberOf = async (table: string) => {
    const found = await sql<{ seq: number }>`select seq from sqlite_sequence
      where name = ${table}`.execute(database);
    return found.rows[0]?.seq ?? 0;
  };
  return {
    database,
    indexes: sqliteIndexes,
    numberOf,
    giveNumber: async (table, number) => {
      if (number === (await numberOf(table))) return;
      await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(
        database,
      );
    },
  };
}
