/**
 * Serialises changes of a shared catalog by a transaction lock. When the response to a commit is
 * lost, the audit entry shows whether it was made (docs/decisions/0084-a-lost-commit.md).
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import type { UnitEntry } from "./kysely-writer.ts";
import { withRetries } from "./postgres-connections.ts";
import { durability, durabilityProblem, type Durability } from "./postgres-durability.ts";
import { sqlState } from "./postgres-driver.ts";
import { isAway, notDurable, StandbyError, takenBack, unsettled } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";

/** A change in progress, with exclusive write access. */
export interface Turn {
  readonly transaction: Transaction<Tables>;
  /** Random and unique to this change. */
  readonly token: string;
  /** Adds an audit entry with the token. */
  readonly addEntry: (entry: UnitEntry) => Promise<void>;
}

/**
 * Runs work in an exclusive write transaction. Without an audit entry it must be idempotent,
 * because it is repeated when the response to its commit is lost. Rejects with CatalogError for
 * database errors.
 */
export type Change = <Result>(work: (turn: Turn) => Promise<Result>) => Promise<Result>;

/** Uses the single writing connection of a server. */
export function changesOn(writer: Kysely<Tables>): Change {
  return async <Result>(work: (turn: Turn) => Promise<Result>) => {
    const { result, entry, lost } = await attempt(writer, work);
    if (lost === undefined) return result;
    if (entry === undefined) return untilConfirmed(lost, () => attempt(writer, work));
    const isThere = (turn: Turn) => hasEntry(turn, entry);
    const isMade = await untilConfirmed(lost, () =>
      attempt(writer, isThere).catch(() => undefined),
    );
    if (!isMade) throw takenBack(lost);
    return result;
  };
}

/** Reads between changes: an earlier change is committed by then, or never. */
export function readSettled<Result>(
  writer: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return withRetries((begun) =>
    writer
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        await takeTurn(transaction);
        begun();
        return work(transaction);
      }),
  );
}

/** A crash can reassign the id, so only id and token together identify an entry. */
interface Entry {
  readonly id: number;
  readonly token: string;
}

interface Done<Result> {
  readonly result: Result;
  readonly entry: Entry | undefined;
}

/** `lost`: why the response to the commit was lost; undefined when it arrived. */
interface Attempt<Result> extends Done<Result> {
  readonly lost: Error | undefined;
}

/** Rejects only if the change was certainly not made. */
function attempt<Result>(
  writer: Kysely<Tables>,
  work: (turn: Turn) => Promise<Result>,
): Promise<Attempt<Result>> {
  return withRetries(async (begun) => {
    let done: Done<Result> | undefined;
    try {
      await writer
        .transaction()
        .setIsolationLevel("read committed")
        .execute(async (transaction) => {
          const problem = durabilityProblem(await takeTurn(transaction));
          if (problem !== undefined) throw notDurable(problem);
          begun();
          done = await inTurn(transaction, work);
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

async function inTurn<Result>(
  transaction: Transaction<Tables>,
  work: (turn: Turn) => Promise<Result>,
): Promise<Done<Result>> {
  const token = randomUUID();
  let entry: Entry | undefined;
  const result = await work({
    transaction,
    token,
    addEntry: async (added) => {
      entry = { id: await addEntry(transaction, added, token), token };
    },
  });
  return { result, entry };
}

/** Waits for the lock; returns the durability settings of this session. */
async function takeTurn(transaction: Transaction<Tables>): Promise<Durability> {
  const found = await sql<Durability & { isStandby: boolean }>`select
    pg_advisory_xact_lock(hashtextextended('plumbline catalog ' || current_schema(), 0)),
    pg_is_in_recovery() as "isStandby", ${durability}`.execute(transaction);
  const [facts] = found.rows;
  if (facts?.isStandby !== false) throw new StandbyError();
  return facts;
}

/**
 * Ids are max + 1 under the lock, because a sequence would have gaps. Entries are never removed.
 */
async function addEntry(
  transaction: Transaction<Tables>,
  { at, account, address, method, path, removed, about }: UnitEntry,
  token: string,
): Promise<number> {
  const added = await sql<{ id: number }>`insert into audit
    (id, at, revision, account, address, method, path, removed_rules, about, token)
    values ((select coalesce(max(id), 0) + 1 from audit), ${at},
      (select value from counters where name = 'revision'),
      ${account}, ${address}, ${method}, ${path}, ${removed}, ${about}, ${token})
    returning id`.execute(transaction);
  const [row] = added.rows;
  if (row === undefined) throw new TypeError("the audit has added no entry");
  return row.id;
}

async function hasEntry({ transaction }: Turn, { id, token }: Entry): Promise<boolean> {
  await touch(transaction);
  const found = await sql`select from audit where id = ${id} and token = ${token}`.execute(
    transaction,
  );
  return found.rows.length > 0;
}

/**
 * Forces a write: its commit is confirmed only after earlier commits are replicated as configured.
 * After a crash, rows may be visible before that.
 */
async function touch(transaction: Transaction<Tables>): Promise<void> {
  await sql`update counters set value = value where name = 'revision'`.execute(transaction);
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
