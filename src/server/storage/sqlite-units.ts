/**
 * Applies lists of units of work on the writing connection of a SQLite catalog, in the loop or in
 * its thread. It does one request after the other (docs/decisions/0071-writes.md).
 */
import { databaseErrorCode } from "./database-error.ts";
import { areAllSame } from "./noted-reads.ts";
import { statementsOf, type Connection, type RunStatement } from "./sqlite-connection.ts";
import { sqliteTexts } from "./sqlite-statements.ts";
import type { UnitList } from "./unit.ts";

type Run = RunStatement<readonly unknown[]>;

export type WriteRequest =
  /** In one transaction, which is synced once. Answered with whether the reads of each were the same. */
  | { readonly does: "apply"; readonly lists: readonly UnitList[] }
  /** Begins a transaction, for statements until the end. */
  | { readonly does: "hold" }
  /** Answered with its rows. After a failure, the end rolls back. */
  | { readonly does: "run"; readonly statement: Parameters<Run> }
  /** Applies the lists and commits. */
  | { readonly does: "end"; readonly lists: readonly UnitList[] }
  | { readonly does: "undo" };

export type WriteAnswer = { readonly rows: readonly unknown[] } | { readonly error: AnsweredError };

/** An error that can pass between threads; code and number are SQLite's. */
export interface AnsweredError {
  readonly message: string;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
  /** Nothing is done, and one of the lists may be the reason, or all together be too large. */
  readonly mayBeOfOne: boolean;
}

export function openWriteSession(connection: Connection): (request: WriteRequest) => WriteAnswer {
  const run = statementsOf(connection);
  let stage: "begin" | "changes" | "commit" = "begin";
  let failed: unknown;
  const perform = (request: WriteRequest): readonly unknown[] => {
    if (request.does === "undo") return run("rollback");
    if (request.does === "apply" || request.does === "hold") {
      stage = "begin";
      failed = undefined;
      run("begin immediate");
      stage = "changes";
    }
    if (request.does === "hold") return [];
    if (failed !== undefined) throw failed;
    if (request.does === "run") return run(...request.statement);
    const applied = request.lists.map((list) => apply(run, list));
    stage = "commit";
    run("commit");
    return applied;
  };
  return (request) => {
    try {
      return { rows: perform(request) };
    } catch (thrown) {
      if (request.does === "run") failed ??= thrown;
      else undo(run);
      const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
      const mayBeOfOne = stage === "changes" || databaseErrorCode(thrown) === "full";
      return { error: { message, code, errcode, mayBeOfOne } };
    }
  };
}

function undo(run: Run): void {
  try {
    run("rollback");
  } catch {
    // It would hide the first error. The next transaction reports it.
  }
}

/** Compares and applies a list; false, and nothing is changed, if a read differs. */
function apply(run: Run, { reads, changes, entry }: UnitList): boolean {
  const texts = sqliteTexts;
  if (!areAllSame(reads, (query, parameters) => run(texts.queries[query], parameters)))
    return false;
  for (const [name, parameters] of changes) run(texts.changes[name], parameters);
  if (entry?.raise === 1) run(texts.raise);
  if (entry !== undefined) run(texts.addEntry, entry.values);
  return true;
}
