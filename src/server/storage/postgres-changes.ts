/**
 * Changes of a catalog that several servers share: one at a time, by a lock that ends with its transaction. When
 * the answer to a commit is lost, the database is asked what became of it
 * (docs/decisions/0076-postgresql-catalog.md).
 */
import { setTimeout } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import { patiently } from "./postgres-connections.ts";
import { asPostgresRefusal, isAway, takenBack, unsettled } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";

/** Does something in a transaction while nobody else changes the catalog. */
export type Change = <Result>(
  work: (transaction: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>;

/** Changes by the one connection of a server that changes anything. */
export function changesOn(writer: Kysely<Tables>): Change {
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
