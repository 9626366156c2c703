/**
 * Serialises changes of a shared catalog by a transaction lock. When the answer to a commit is
 * lost, audit entries show whether it was made (docs/decisions/0084-a-lost-commit.md).
 */
import { setTimeout } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import { withRetries } from "./postgres-connections.ts";
import { durabilityProblem, sessionFacts, type SessionFacts } from "./postgres-durability.ts";
import { sqlState } from "./postgres-driver.ts";
import { isAway, notDurable, StandbyError, takenBack, unsettled } from "./postgres-error.ts";
import { applyLists, takeLock } from "./postgres-units.ts";
import type { Tables } from "./schema.ts";
import type { UnitList } from "./unit.ts";

/**
 * Runs work in an exclusive write transaction. `tokenOf` returns the token of the audit entry that
 * the work has made. Without one the work must be idempotent, because it is repeated when the
 * answer to its commit is lost. Rejects with CatalogError for database errors.
 */
export type Change = <Result>(
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  tokenOf?: () => string | undefined,
) => Promise<Result>;

/** Uses the single writing connection of a server. */
export function changesOn(writer: Kysely<Tables>): Change {
  return (work, tokenOf) => settled(writer, inTurn(work), () => tokenOf?.() ?? []);
}

/**
 * Applies lists in one transaction; see `applyLists`. Rejects with CatalogError for database
 * errors.
 */
export function applyTogether(
  writer: Kysely<Tables>,
  lists: readonly UnitList[],
  server: string,
): Promise<readonly boolean[]> {
  const apply: Work<readonly boolean[]> = async (transaction, begun) => {
    const made = await applyLists(transaction, lists, server);
    checkSession(made);
    begun();
    return made.applied;
  };
  return settled(writer, apply, () => lists.flatMap(({ entry }) => entry?.token ?? []));
}

/** Makes a change, and finds out whether it was made where the answer to its commit was lost. */
async function settled<Result>(
  writer: Kysely<Tables>,
  work: Work<Result>,
  tokensOf: () => string | readonly string[],
): Promise<Result> {
  const { result, lost } = await attempt(writer, work);
  if (lost === undefined) return result;
  const tokens = [tokensOf()].flat();
  if (tokens.length === 0) return untilConfirmed(lost, () => attempt(writer, work));
  if (!(await hasEntry(writer, tokens, lost))) throw takenBack(lost);
  return result;
}

/** `begun` is called once nothing may be tried again. */
type Work<Result> = (transaction: Transaction<Tables>, begun: () => void) => Promise<Result>;

/** Waits for the lock before the work. */
function inTurn<Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Work<Result> {
  return async (transaction, begun) => {
    const { rows } = await sql<SessionFacts>`select ${takeLock}, ${sessionFacts}`.execute(
      transaction,
    );
    checkSession(rows[0]);
    begun();
    return work(transaction);
  };
}

/** Throws where commits of the session prove nothing. */
function checkSession(facts: SessionFacts | undefined): void {
  if (facts === undefined) throw new TypeError("the lock of the catalog gave no row");
  if (facts.isStandby) throw new StandbyError();
  const problem = durabilityProblem(facts);
  if (problem !== undefined) throw notDurable(problem);
}

/** `lost`: why the answer to the commit was lost; undefined when it arrived. */
interface Attempt<Result> {
  readonly result: Result;
  readonly lost: Error | undefined;
}

/** Rejects only if the change was certainly not made. */
function attempt<Result>(writer: Kysely<Tables>, work: Work<Result>): Promise<Attempt<Result>> {
  return withRetries(async (begun) => {
    let done: { readonly result: Result } | undefined;
    try {
      await writer
        .transaction()
        .setIsolationLevel("read committed")
        .execute(async (transaction) => {
          done = { result: await work(transaction, begun) };
        });
    } catch (error) {
      if (done === undefined || !(error instanceof Error) || isAnswer(error)) throw error;
      return { ...done, lost: error };
    }
    if (done === undefined) throw new TypeError("a transaction has ended before its work");
    return { ...done, lost: undefined };
  });
}

/**
 * Whether the database rejected a commit. A lost connection or terminated session proves nothing.
 */
function isAnswer(error: Error): boolean {
  // Kysely's error for a failed transaction, identifiable only by its name.
  if (error.name === "AbortedTransactionError") return true;
  return sqlState(error) !== undefined && !isAway(error);
}

/** Whether one of the tokens is in the audit, once the database confirms what it holds. */
function hasEntry(
  writer: Kysely<Tables>,
  tokens: readonly string[],
  lost: Error,
): Promise<boolean> {
  const look = async (transaction: Transaction<Tables>) => {
    // Its commit is confirmed after earlier ones are replicated as configured; after a crash, rows
    // may be visible before that.
    await sql`update counters set value = value where name = 'revision'`.execute(transaction);
    const found = await sql`select from audit where token in (${sql.join(tokens)})
      limit 1`.execute(transaction);
    return found.rows.length > 0;
  };
  return untilConfirmed(lost, () => attempt(writer, inTurn(look)).catch(() => undefined));
}

/** Retries until the database confirms. Rejects with CatalogError after a time limit. */
async function untilConfirmed<Result>(
  lost: Error,
  again: () => Promise<Attempt<Result> | undefined>,
): Promise<Result> {
  const until = performance.now() + limits.settleMs;
  while (performance.now() < until) {
    const tried = await again();
    if (tried !== undefined && tried.lost === undefined) return tried.result;
    await setTimeout(limits.retryPauseMs);
  }
  throw unsettled(lost);
}
