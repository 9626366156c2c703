/** SQLite databases as source or destination of copies. */
import { chmodSync } from "node:fs";
import { sql } from "kysely";
import { backup, storage as limits } from "../../model/limits.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { readAsIs } from "./read-only.ts";
import type { RowPlace } from "./row-tables.ts";
import { makeTables } from "./schema.ts";
import { connect, copyPages, type Connection } from "./sqlite-connection.ts";
import { tablesOn } from "./sqlite-readers.ts";

/**
 * Copies the state that the connection's transaction sees to a new file. Sessions are left out:
 * they may end before the copy is used.
 */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  await copyPages(connection, path, backup.pages);
  using copy = connect(path, { readOnly: false, waitMs: limits.busyMs });
  // Earlier versions have no such table.
  if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined)
    copy.exec("DELETE FROM sessions");
}

/** No other process may change the database. Rejects with SQLite errors. */
export function readDatabase<Result>(
  path: string,
  work: (place: RowPlace, connection: Connection) => Promise<Result>,
): Promise<Result> {
  return readAsIs(path, (connection) => work(placeOn(connection), connection));
}

/**
 * Creates and fills a database, which is unusable until this resolves, and then on disk. Rejects
 * with SQLite errors.
 */
export async function makeDatabase<Result>(
  path: string,
  work: (place: RowPlace) => Promise<Result>,
): Promise<Result> {
  using connection = connect(path, { readOnly: false, waitMs: limits.busyMs });
  // An interrupted copy is discarded, so no journal is needed. The commit syncs the file.
  connection.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -${limits.writerCacheKib}; BEGIN`,
  );
  chmodSync(path, 0o600);
  const place = placeOn(connection);
  await makeTables(place.database);
  const result = await work(place);
  connection.exec("COMMIT");
  return result;
}

function placeOn(connection: Connection): RowPlace {
  const database = tablesOn(connection);
  return {
    database,
    indexes: sqliteIndexes,
    numberOf: async (table) => {
      const query = sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`;
      return (await query.execute(database)).rows[0]?.seq ?? 0;
    },
    giveNumber: async (table, number) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(
        database,
      );
    },
  };
}
