/** Connections to the database of a catalog, and how they are used while it may go away. */
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import { openPool, type PoolSettings } from "./postgres-driver.ts";
import { asServerRefusal, isAway } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";
import type { CatalogAddress } from "./postgres-url.ts";

/** How many connections, and how long they are waited for. */
export type Connections = Pick<PoolSettings, "name" | "max" | "connectTimeoutMs"> & {
  /** How long a statement waits for what others hold; 0 for ever. */
  readonly lockMs?: number;
  readonly statementTimeoutMs?: number;
  /** After so much silence the database ends a change; 0 for never. */
  readonly idleChangeMs?: number;
};

/** Connections that are made when they are needed. */
export function connectionsTo(
  address: CatalogAddress,
  {
    name,
    max,
    connectTimeoutMs,
    lockMs = limits.lockMs,
    statementTimeoutMs = limits.statementMs,
    idleChangeMs = limits.idleChangeMs,
  }: Connections,
): Kysely<Tables> {
  const pool = openPool(address, {
    name,
    max,
    connectTimeoutMs,
    statementTimeoutMs,
    idleMs: limits.idleMs,
    tls: address.tls,
    plain: true,
    settings: [
      `search_path=${address.schema}`,
      `lock_timeout=${lockMs}`,
      `idle_in_transaction_session_timeout=${idleChangeMs}`,
    ],
  });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Tries again, for a while, what failed because the database was away, as long as nothing has begun.
 * Rejects with CatalogError for what the database says.
 */
export async function patiently<Result>(
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
