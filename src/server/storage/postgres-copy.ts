/**
 * A PostgreSQL catalog during a copy. Its lock keeps servers from starting
 * (docs/decisions/0082-catalog-copy.md).
 */
import { sql, type Kysely, type Transaction } from "kysely";
import { catalogCopy, postgres as limits } from "../../model/limits.ts";
import { CATALOG_ID } from "../catalog/catalog-id.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { postgresIndexes } from "./granule-index-postgres.ts";
import { readRevision } from "./kysely-reader.ts";
import { connectionsTo } from "./postgres-connections.ts";
import { copyLock, databaseProblem, hasColumn, makePostgres } from "./postgres-tables.ts";
import type { CatalogAddress } from "./postgres-url.ts";
import type { RowPlace } from "./row-tables.ts";
import { SCHEMA_VERSION, type Tables } from "./schema.ts";

/** Tables that must not exist where a catalog is created. */
const TABLES =
  /^(?:records|links|files|blobs|identities|counters|audit|versions|granule_indexes|granules_\d+|known_networks|sessions|servers|folder_claims|harvest_reports)$/;

/** A locked database. */
export interface HeldDatabase {
  /** Why it is unsuitable for a catalog, for the operator; undefined where it is suitable. */
  readonly problem: () => Promise<string | undefined>;
  /** The schema version of its catalog; undefined without one. */
  readonly version: () => Promise<number | undefined>;
  readonly hasAbout: () => Promise<boolean>;
  /** Existing tables with names of catalog tables. */
  readonly tables: () => Promise<readonly string[]>;
  readonly servers: () => Promise<readonly KnownServer[]>;
  readonly read: <Result>(work: (place: RowPlace) => Promise<Result>) => Promise<Result>;
  /** Creates and fills the tables in one transaction. */
  readonly make: <Result>(work: (place: RowPlace) => Promise<Result>) => Promise<Result>;
}

/** `silentMs` is the time since the last heartbeat. */
export interface KnownServer {
  readonly name: string;
  readonly silentMs: number;
}

/** Locks a database without servers. Rejects with driver errors, including the lock timeout. */
export async function holdDatabase<Result>(
  address: CatalogAddress,
  work: (database: HeldDatabase) => Promise<Result>,
): Promise<Result> {
  const { schema } = address;
  const database = connectionsTo(address, {
    name: "plumbline catalog copy",
    max: 1,
    connectTimeoutMs: limits.readerWaitMs,
    lockMs: catalogCopy.lockMs,
    statementTimeoutMs: limits.migrationMs,
    idleChangeMs: 0,
  });
  try {
    return await database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${copyLock(sql`${schema}::text`)})`.execute(connection);
      return work(heldOn(connection, schema));
    });
  } finally {
    await database.destroy();
  }
}

function heldOn(connection: Kysely<Tables>, schema: string): HeldDatabase {
  return {
    problem: () => databaseProblem(connection),
    version: () => versionIn(connection, schema),
    hasAbout: () => hasColumn(connection, "audit", "about"),
    tables: async () => {
      const found = await sql<{ name: string }>`select relname as name from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = ${schema}::text and relkind in ('r', 'p', 'v', 'm', 'f')
        order by relname`.execute(connection);
      return found.rows.map(({ name }) => name).filter((name) => TABLES.test(name));
    },
    servers: () => serversIn(connection, schema),
    read: (work) =>
      connection
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((transaction) => work(placeOn(transaction))),
    make: (work) =>
      connection.transaction().execute(async (transaction) => {
        await makePostgres(transaction, schema);
        return work(placeOn(transaction));
      }),
  };
}

async function isThere(database: Kysely<Tables>, schema: string, table: string): Promise<boolean> {
  const found = await sql<{ there: boolean }>`select
    to_regclass(${`${schema}.${table}`}::text) is not null as there`.execute(database);
  return found.rows[0]?.there === true;
}

async function versionIn(database: Kysely<Tables>, schema: string): Promise<number | undefined> {
  if (!(await isThere(database, schema, "versions"))) return undefined;
  const found = await sql<{ version: number }>`select version from versions`.execute(database);
  return found.rows[0]?.version;
}

async function serversIn(
  database: Kysely<Tables>,
  schema: string,
): Promise<readonly KnownServer[]> {
  if (!(await isThere(database, schema, "servers"))) return [];
  const found = await sql<KnownServer>`select name,
    extract(epoch from clock_timestamp() - seen)::double precision * 1000 as "silentMs"
    from servers order by seen desc, name`.execute(database);
  return found.rows;
}

function placeOn(database: Transaction<Tables>): RowPlace {
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

/** Undefined for no catalog or a newer version. Changes nothing. Rejects with driver errors. */
export async function catalogIdIn(address: CatalogAddress): Promise<string | undefined> {
  const { schema } = address;
  const database = connectionsTo(address, { max: 1, connectTimeoutMs: limits.readerWaitMs });
  try {
    const version = await versionIn(database, schema);
    if (version === undefined || version > SCHEMA_VERSION) return undefined;
    return (await catalogStateIn(database))?.catalog;
  } finally {
    await database.destroy();
  }
}

/** Id and revision of the catalog; undefined without an id. */
export async function catalogStateIn(database: Kysely<Tables>): Promise<CatalogState | undefined> {
  const found = await database
    .selectFrom("records")
    .select("value")
    .where("kind", "=", CATALOG_ID.kind)
    .where("workspace", "=", "")
    .where("name", "=", CATALOG_ID.name)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { text } = JSON.parse(found.value) as { text: string };
  return { catalog: text, revision: await readRevision(database) };
}
