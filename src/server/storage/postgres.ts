/**
 * The catalog in a PostgreSQL database that several servers share. One change at a time, by a lock that
 * ends with its transaction; readers see one state and wait for nobody
 * (docs/decisions/0076-postgresql-catalog.md).
 */
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { postgres as limits } from "../../model/limits/postgres.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { frequentQueries } from "./frequent-queries.ts";
import { postgresIndexes } from "./granule-index-postgres.ts";
import { keepKnownNetwork, listKnownNetworks } from "./known-networks.ts";
import { kyselyReader, readRevision } from "./kysely-reader.ts";
import { keepIdentities, writeUnit } from "./kysely-writer.ts";
import { openPool, type PoolSettings } from "./postgres-driver.ts";
import { asPostgresRefusal, isAway, takenBack, unsettled } from "./postgres-error.ts";
import { preparePostgres } from "./postgres-tables.ts";
import type { CatalogAddress } from "./postgres-url.ts";
import type { Tables } from "./schema.ts";

/** Entries are never removed, and nobody else adds one meanwhile; numbers of a sequence would have gaps. */
const NEXT_AUDIT_ID = sql<number>`(select coalesce(max(id), 0) + 1 from audit)`;

/** Every unit of work has a transaction of its own here. */
const stayAlone = async (): Promise<void> => undefined;

/**
 * Opens (or creates) the catalog in a database. `now` gives ISO 8601 times, `systems` says what filters
 * of granules know of coordinate systems. Rejects with Error, with a text for the operator, when the
 * database cannot hold one.
 */
export async function openPostgresCatalog(
  address: CatalogAddress,
  now: () => string,
  systems: Systems = {},
): Promise<Catalog> {
  await prepare(address);
  const readers = connectionsTo(address, {
    max: limits.readers,
    connectTimeoutMs: limits.readerWaitMs,
  });
  const writer = connectionsTo(address, { max: 1, connectTimeoutMs: limits.writerWaitMs });
  const queries = frequentQueries(writer);
  const options = { systems, indexes: postgresIndexes, sound: soundContents(), queries };
  const change = changesOn(writer);
  return {
    read: (work) =>
      patiently((begun) =>
        readers
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute((transaction) => {
            begun();
            return work(kyselyReader(transaction, options));
          }),
      ),
    revision: () => patiently(() => readRevision(readers)),
    write: (origin, work) => {
      const unit = { ...options, origin, now: now(), auditId: NEXT_AUDIT_ID, stayAlone };
      return change((transaction) => writeUnit(transaction, unit, work));
    },
    keepIdentities: (identities) =>
      change((transaction) => keepIdentities(transaction, identities)),
    knownNetworks: (account) => patiently(() => listKnownNetworks(readers, account)),
    keepKnownNetwork: (known) => change((transaction) => keepKnownNetwork(transaction, known)),
    close: async () => {
      await readers.destroy();
      await writer.destroy();
    },
  };
}

async function prepare(address: CatalogAddress): Promise<void> {
  const settings = { max: 1, connectTimeoutMs: limits.readerWaitMs };
  const database = connectionsTo(address, {
    ...settings,
    lockMs: 0,
    statementTimeoutMs: limits.migrationMs,
  });
  try {
    await preparePostgres(database, address.schema);
  } catch (error) {
    const { host, port, database: name } = address;
    const { message } = error as Error;
    throw new Error(`The database ${name} at ${host}:${port} cannot hold the catalog: ${message}`, {
      cause: error,
    });
  } finally {
    await database.destroy();
  }
}

type Connections = Pick<PoolSettings, "max" | "connectTimeoutMs"> & {
  readonly lockMs?: number;
  readonly statementTimeoutMs?: number;
};

function connectionsTo(
  address: CatalogAddress,
  {
    max,
    connectTimeoutMs,
    lockMs = limits.lockMs,
    statementTimeoutMs = limits.statementMs,
  }: Connections,
): Kysely<Tables> {
  const pool = openPool(address, {
    max,
    connectTimeoutMs,
    statementTimeoutMs,
    idleMs: limits.idleMs,
    tls: address.tls,
    plain: true,
    settings: [
      `search_path=${address.schema}`,
      `lock_timeout=${lockMs}`,
      `idle_in_transaction_session_timeout=${limits.idleChangeMs}`,
    ],
  });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** Does something in a transaction while nobody else changes the catalog. */
type Change = <Result>(
  work: (transaction: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>;

function changesOn(writer: Kysely<Tables>): Change {
  return async <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => {
    const made: Result[] = [];
    let id = "";
    try {
      return await patiently((begun) =>
        writer
          .transaction()
          .setIsolationLevel("read committed")
          .execute(async (transaction) => {
            id = await takeTurn(transaction);
            begun();
            const result = await work(transaction);
            made.push(result);
            return result;
          }),
      );
    } catch (error) {
      if (made.length === 0 || !isAway((error as Error).cause)) throw error;
      await settle(writer, id);
      return made[0] as Result;
    }
  };
}

/** Waits until nobody else changes the catalog; gives the number of the transaction. */
async function takeTurn(transaction: Transaction<Tables>): Promise<string> {
  const found = await sql<{ id: string }>`select pg_current_xact_id()::text as id,
    pg_advisory_xact_lock(hashtextextended('plumbline catalog ' || current_schema(), 0))`.execute(
    transaction,
  );
  return found.rows[0]?.id ?? "";
}

/**
 * Finds out what became of a transaction whose commit was sent and not confirmed. Resolves when it was
 * committed, and rejects with CatalogError otherwise.
 */
async function settle(writer: Kysely<Tables>, id: string): Promise<void> {
  const until = performance.now() + limits.settleMs;
  while (performance.now() < until) {
    const status = await statusOf(writer, id);
    if (status === "committed") return;
    if (status === "aborted") throw takenBack();
    await setTimeout(limits.retryPauseMs);
  }
  throw unsettled();
}

async function statusOf(writer: Kysely<Tables>, id: string): Promise<string | undefined> {
  try {
    const query = sql<{ status: string }>`select pg_xact_status(${id}::xid8) as status`;
    return (await query.execute(writer)).rows[0]?.status;
  } catch (error) {
    if (isAway(error)) return undefined;
    throw asPostgresRefusal(error);
  }
}

/**
 * Tries again, for a while, what failed because the database was away, as long as nothing has begun.
 * Rejects with CatalogError for what the database says.
 */
async function patiently<Result>(attempt: (begun: () => void) => Promise<Result>): Promise<Result> {
  const until = performance.now() + limits.retryMs;
  for (;;) {
    let hasBegun = false;
    try {
      return await attempt(() => (hasBegun = true));
    } catch (error) {
      if (hasBegun || !isAway(error) || performance.now() > until) throw asPostgresRefusal(error);
    }
    await setTimeout(limits.retryPauseMs);
  }
}
