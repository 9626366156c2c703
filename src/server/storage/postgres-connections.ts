/** Connections to a catalog's database, with retries while it is away. */
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect, type RawBuilder } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import { openPool, type PoolSettings } from "./postgres-driver.ts";
import { asServerRefusal, isAway } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";
import type { CatalogAddress } from "./postgres-url.ts";

export type Connections = Pick<PoolSettings, "name" | "max" | "connectTimeoutMs"> & {
  /** `lock_timeout`; 0 for none. */
  readonly lockMs?: number;
  readonly statementTimeoutMs?: number;
  /** `idle_in_transaction_session_timeout`; 0 for none. */
  readonly idleChangeMs?: number;
};

/** Connections are opened on demand. */
export function connectionsTo(
  address: CatalogAddress,
  { lockMs = limits.lockMs, idleChangeMs = limits.idleChangeMs, ...more }: Connections,
): Kysely<Tables> {
  const pool = openPool(address, {
    statementTimeoutMs: limits.statementMs,
    ...more,
    idleMs: limits.idleMs,
    tls: address.tls,
    settings: [
      `search_path=${address.schema}`,
      `lock_timeout=${lockMs}`,
      `idle_in_transaction_session_timeout=${idleChangeMs}`,
    ],
  });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Retries for a while when the database is away and the work has not begun. Rejects with
 * CatalogError for database errors.
 */
export async function withRetries<Result>(
  attempt: (begun: () => void) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + limits.retryMs;
  for (;;) {
    let hasBegun = false;
    try {
      return await attempt(() => (hasBegun = true));
    } catch (error) {
      if (hasBegun || !isAway(error) || performance.now() > until) throw asServerRefusal(error);
    }
    await setTimeout(limits.retryPauseMs);
  }
}

/** The rows of a query, with such retries. */
export function askPatiently<Row>(
  database: Kysely<Tables>,
  query: RawBuilder<Row>,
): Promise<readonly Row[]> {
  return withRetries(async () => (await query.execute(database)).rows);
}
