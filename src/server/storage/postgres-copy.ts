/**
 * A catalog in PostgreSQL while it is copied: no server works on it, and none starts, as long as the connection lives
 * that holds its lock (docs/decisions/0082-catalog-copy.md).
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

/** Tables of which none may be there where a catalog is made. */
const TABLES =
  /^(?:records|links|files|blobs|identities|counters|audit|versions|granule_indexes|granules_\d+|known_networks|sessions|servers|folder_claims|harvest_reports)$/;

/** A database that is held. */
export interface HeldDatabase {
  /** Why it cannot hold a catalog, for the operator; undefined where it can. */
  readonly problem: () => Promise<string | undefined>;
  /** The version of the tables of the catalog in it; undefined where none is. */
  readonly version: () => Promise<number | undefined>;
  /** Whether its audit is as that of servers that keep what changes are about. */
  readonly hasAbout: () => Promise<boolean>;
  /** Names of tables that are called as those of a catalog are. */
  readonly tables: () => Promise<readonly string[]>;
  /** Servers that are known to work on the catalog, with how long each has been silent. */
  readonly servers: () => Promise<readonly KnownServer[]>;
  /** Reads it in one state. */
  readonly read: <Result>(work: (place: RowPlace) => Promise<Result>) => Promise<Result>;
  /** Makes the tables of a catalog and fills them: all of it is there when this resolves, and nothing otherwise. */
  readonly make: <Result>(work: (place: RowPlace) => Promise<Result>) => Promise<Result>;
}

/** A server as its catalog knows it. */
export interface KnownServer {
  readonly name: string;
  readonly silentMs: number;
}

/**
 * Works with a database that nobody else copies and on which no server starts. Rejects with what the driver says, as
 * when somebody else holds it.
 */
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

/**
 * The id of the catalog in a database; undefined where none of a version that this one knows is. Nothing is made
 * there. Rejects with what the driver says.
 */
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

/** Which catalog a database holds, and how far it has come; undefined as long as it has no id. */
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
