/**
 * Changes of a catalog that several servers share: one at a time, by a lock that ends with its transaction. When the
 * answer to a commit is lost, the entry of the change in the audit says what became of it
 * (docs/decisions/0084-a-lost-commit.md).
 */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import type { UnitEntry } from "./kysely-writer.ts";
import { patiently } from "./postgres-connections.ts";
import { durability, durabilityProblem, type Durability } from "./postgres-durability.ts";
import { sqlState } from "./postgres-driver.ts";
import { isAway, notDurable, StandbyError, takenBack, unsettled } from "./postgres-error.ts";
import type { Tables } from "./schema.ts";

/** A change under way: nobody else changes the catalog. */
export interface Turn {
  readonly transaction: Transaction<Tables>;
  /** Random, and of this change alone. */
  readonly token: string;
  /** Adds to the audit, with the token. */
  readonly addEntry: (entry: UnitEntry) => Promise<void>;
}

/**
 * Does something in a transaction while nobody else changes the catalog. What adds no entry to the audit must be such
 * that it may be done twice: it is done once more when the answer to its commit is lost. Rejects with CatalogError for
 * what the database says.
 */
export type Change = <Result>(work: (turn: Turn) => Promise<Result>) => Promise<Result>;

/** Changes by the one connection of a server that changes anything. */
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

/** Reads in a transaction while nobody changes the catalog: what had begun before is made by then, or never. */
export function readSettled<Result>(
  writer: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return patiently((begun) =>
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

/** An entry of the audit. After a crash its id may be that of another one, so only both together identify it. */
interface Entry {
  readonly id: number;
  readonly token: string;
}

/** A change whose work was done. */
interface Done<Result> {
  readonly result: Result;
  readonly entry: Entry | undefined;
}

/** A change whose commit was sent; `lost` is why the answer to that was lost, undefined where it was made. */
interface Attempt<Result> extends Done<Result> {
  readonly lost: Error | undefined;
}

/** Makes a change once. Rejects for one that was certainly not made. */
function attempt<Result>(
  writer: Kysely<Tables>,
  work: (turn: Turn) => Promise<Result>,
): Promise<Attempt<Result>> {
  return patiently(async (begun) => {
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

/** Whether the database has refused a commit: what it did not answer, or ended the session by, says nothing. */
function isAnswer(error: Error): boolean {
  // A transaction in which a statement has failed; the library tells it apart by this name alone.
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

/** Waits until nobody else changes the catalog; gives whether changes are kept here. */
async function takeTurn(transaction: Transaction<Tables>): Promise<Durability> {
  const found = await sql<Durability & { isStandby: boolean }>`select
    pg_advisory_xact_lock(hashtextextended('plumbline catalog ' || current_schema(), 0)),
    pg_is_in_recovery() as "isStandby", ${durability}`.execute(transaction);
  const [facts] = found.rows;
  if (facts?.isStandby !== false) throw new StandbyError();
  return facts;
}

/**
 * Adds an entry; gives its id. Entries are never removed and nobody else adds one meanwhile, so ids rise by one;
 * numbers of a sequence would have gaps.
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
 * Writes what is there: the commit of that is confirmed only when all before it is wherever commits have to be, such as
 * on a standby. What a crash left behind can be seen before it is.
 */
async function touch(transaction: Transaction<Tables>): Promise<void> {
  await sql`update counters set value = value where name = 'revision'`.execute(transaction);
}

/** Tries for a while, until a database confirms it. Rejects with CatalogError when none does. */
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
