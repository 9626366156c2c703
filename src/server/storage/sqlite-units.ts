/**
 * Applies lists of units of work on the writing connection of a SQLite catalog, in the loop or in
 * its thread. It does one request after the other (docs/decisions/0071-writes.md).
 */
import { databaseErrorCode } from "./database-error.ts";
import { areAllSame } from "./noted-reads.ts";
import { statementsOf, type Connection } from "./sqlite-connection.ts";
import { sqliteTexts } from "./sqlite-statements.ts";
import type { UnitList } from "./unit.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type WriteRequest =
  /** In one transaction, which is synced once. Answered with whether the reads of each were the same. */
  | { readonly does: "apply"; readonly lists: readonly UnitList[] }
  /** Begins a transaction, for statements until the end. */
  | { readonly does: "hold" }
  /** Answered with the rows of the last one. After a failure of one, the end rolls back. */
  | { readonly does: "run"; readonly statements: readonly Statement[] }
  /** Applies the list and commits, or rolls back. */
  | { readonly does: "end"; readonly list: UnitList | undefined };

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
  const prepare = statementsOf(connection);
  const exec = (sql: string) => void prepare(sql).run([]);
  let stage: "begin" | "changes" | "commit" = "begin";
  let failed: unknown;
  const begin = () => {
    stage = "begin";
    failed = undefined;
    exec("begin immediate");
    stage = "changes";
  };
  const commit = (lists: readonly UnitList[]) => {
    if (failed !== undefined) throw failed;
    const applied = lists.map((list) => apply(prepare, list));
    stage = "commit";
    exec("commit");
    return applied;
  };
  const run = (statements: readonly Statement[]) => {
    if (failed !== undefined) throw failed;
    let rows: readonly unknown[] = [];
    for (const { sql, parameters } of statements) {
      const statement = prepare(sql);
      if (statement.reader) rows = statement.all(parameters);
      else statement.run(parameters);
    }
    return rows;
  };
  const perform = (request: WriteRequest): readonly unknown[] => {
    if (request.does === "run") return run(request.statements);
    if (request.does === "end" && request.list !== undefined) return commit([request.list]);
    if (request.does === "end") undo(connection);
    else begin();
    return request.does === "apply" ? commit(request.lists) : [];
  };
  return (request) => {
    try {
      return { rows: perform(request) };
    } catch (thrown) {
      if (request.does === "run") failed ??= thrown;
      else undo(connection);
      const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
      const mayBeOfOne = stage === "changes" || databaseErrorCode(thrown) === "full";
      return { error: { message, code, errcode, mayBeOfOne } };
    }
  };
}

function undo(connection: Connection): void {
  try {
    // SQLite rolls back by itself when the disk is full or fails.
    if (connection.isTransaction) connection.exec("rollback");
  } catch {
    // It would hide the first error. The next transaction reports it.
  }
}

/** Compares and applies a list; false, and nothing is changed, if a read differs. */
function apply(
  prepare: ReturnType<typeof statementsOf>,
  { reads, changes, entry }: UnitList,
): boolean {
  const texts = sqliteTexts;
  const rowsNow = ({ query, parameters }: UnitList["reads"][number]) =>
    prepare(texts.queries[query]).all(parameters);
  if (!areAllSame(reads, rowsNow)) return false;
  for (const [name, parameters] of changes) prepare(texts.changes[name]).run(parameters);
  if (entry === undefined) return true;
  if (entry.raise === 1) prepare(texts.raise).run([]);
  prepare(texts.addEntry).run(entry.values);
  return true;
}
