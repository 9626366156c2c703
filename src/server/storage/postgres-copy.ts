/**
 * A PostgreSQL catalog during a copy. Its lock keeps servers from starting
 * (docs/decisions/0082-catalog-copy.md).
 */
import { sql, type Kysely } from "kysely";
import { catalogCopy, postgres as limits } from "../../model/limits.ts";
import { stateIn } from "./catalog-state.ts";
import { postgresIndexes } from "./granule-index-postgres.ts";
import { connectionsTo } from "./postgres-connections.ts";
import { copyLock, makePostgres, serverTables } from "./postgres-tables.ts";
import type { CatalogAddress } from "./postgres-url.ts";
import type { RowPlace } from "./row-tables.ts";
import { SCHEMA_VERSION, tables, type Tables } from "./schema.ts";

/** A database without servers, locked. */
export type HeldDatabase = Kysely<Tables>;

/** Locks a database. Rejects with driver errors, including the lock timeout. */
export async function holdDatabase<Result>(
  address: CatalogAddress,
  work: (database: HeldDatabase) => Promise<Result>,
): Promise<Result> {
  await using database = connectionsTo(address, {
    name: "plumbline catalog copy",
    max: 1,
    connectTimeoutMs: limits.readerWaitMs,
    lockMs: catalogCopy.lockMs,
    statementTimeoutMs: limits.migrationMs,
    idleChangeMs: 0,
  });
  return await database.connection().execute(async (connection) => {
    const lock = copyLock(sql`${address.schema}::text`);
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    return work(connection);
  });
}

/** Works on one state of the rows. */
export function readRows<Result>(
  database: HeldDatabase,
  work: (place: RowPlace) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((transaction) => work(placeOn(transaction)));
}

/** Creates and fills the tables in one transaction. */
export function makeRows<Result>(
  database: HeldDatabase,
  schema: string,
  work: (place: RowPlace) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await makePostgres(transaction, schema);
    return work(placeOn(transaction));
  });
}

function placeOn(database: Kysely<Tables>): RowPlace {
  return {
    database,
    indexes: postgresIndexes,
    numberOf: async (table) => {
      const found = await sql<{ last: number | null }>`select pg_sequence_last_value(
        pg_get_serial_sequence(${table}::text, 'id')::regclass) as last`.execute(database);
      return found.rows[0]?.last ?? 0;
    },
    giveNumber: async (table, number) => {
      if (number === 0) return;
      await sql`select setval(pg_get_serial_sequence(${table}::text, 'id'),
        ${number}::bigint)`.execute(database);
    },
  };
}

/** Tables that must not exist where a catalog is created, beside those of granules. */
const TABLES = new Set([...Object.keys(tables), ...Object.keys(serverTables)]);

/** Existing tables with names of catalog tables. */
export async function catalogTablesIn(database: HeldDatabase): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname`.execute(database);
  const names = found.rows.map((row) => row.name);
  return names.filter((name) => TABLES.has(name) || /^granules_\d+$/.test(name));
}

/** The schema version of the catalog; undefined without one. */
export async function versionIn(database: Kysely<Tables>): Promise<number | undefined> {
  if (!(await isThere(database, "versions"))) return undefined;
  const found = await database.selectFrom("versions").select("version").executeTakeFirst();
  return found?.version;
}

async function isThere(database: Kysely<Tables>, table: string): Promise<boolean> {
  const found = await sql<{ there: boolean }>`select
    to_regclass(${table}::text) is not null as there`.execute(database);
  return found.rows[0]?.there === true;
}

/** Registered servers; `silentMs` is the time since the last heartbeat. */
export async function serversIn(
  database: HeldDatabase,
): Promise<readonly { readonly name: string; readonly silentMs: number }[]> {
  if (!(await isThere(database, "servers"))) return [];
  const found = await sql<{ name: string; silentMs: number }>`select name,
    extract(epoch from clock_timestamp() - seen)::double precision * 1000 as "silentMs"
    from servers order by seen desc, name`.execute(database);
  return found.rows;
}

/** Undefined for no catalog or a newer version. Changes nothing. Rejects with driver errors. */
export async function catalogIdIn(address: CatalogAddress): Promise<string | undefined> {
  await using database = connectionsTo(address, { max: 1, connectTimeoutMs: limits.readerWaitMs });
  const version = await versionIn(database);
  if (version === undefined || version > SCHEMA_VERSION) return undefined;
  return (await stateIn(database)).catalog;
}
