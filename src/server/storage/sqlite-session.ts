/**
 * Runs statements of units of work on the writing connection, in the loop or in a thread. Nobody waits
 * for most of them: what one fails with is what the next one that is waited for answers, until its unit
 * is rolled back.
 */
import { statementsOf, type Connection } from "./sqlite-connection.ts";

/** A statement of SQL with the values of its places. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a statement gave: rows, or the number of rows that it changed. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly changes: number }
  | { readonly error: AnsweredError };

/** An error as it passes between threads; code and number are those of SQLite. */
export interface AnsweredError {
  readonly message: string;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
}

/**
 * How transactions begin and end; a unit of work is a savepoint in the transaction of its group. That one
 * begins as one that writes: SQLite waits for others only there, not where reading turns into writing.
 */
export const control = {
  begin: "begin immediate",
  commit: "commit",
  rollback: "rollback",
  beginUnit: "savepoint unit",
  endUnit: "release unit",
  rollbackUnit: "rollback to unit",
} as const;

const NOTHING: Answer = { changes: 0 };

/** Runs statements on a connection, one after the other; the last of a list is waited for. */
export function openSession(database: Connection): (statements: readonly Statement[]) => Answer {
  const prepare = statementsOf(database);
  // Of a statement that nobody waited for; over with its unit.
  let failed: AnsweredError | undefined;
  // Of the transaction, which SQLite gave up by itself; over with its group.
  let lost: AnsweredError | undefined;
  const rollback = (sql: string) => {
    failed = undefined;
    if (sql === control.rollback) lost = undefined;
    // SQLite rolls back by itself when the disk is full or fails. To do it again would be an error of
    // its own, which would hide the one that counts.
    if (database.isTransaction) database.exec(sql);
    return NOTHING;
  };
  const runOn = ({ sql, parameters }: Statement): Answer => {
    if (sql === control.rollback || sql === control.rollbackUnit) return rollback(sql);
    const error = lost ?? failed;
    if (error !== undefined) return { error };
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    return { changes: Number(statement.run(parameters).changes) };
  };
  const run = (statement: Statement): Answer => {
    const isInside = database.isTransaction;
    try {
      return runOn(statement);
    } catch (thrown) {
      const error = answeredError(thrown);
      if (isInside && !database.isTransaction) lost = error;
      return { error };
    }
  };
  return (statements) => {
    let answer = NOTHING;
    for (const [index, statement] of statements.entries()) {
      answer = run(statement);
      if ("error" in answer && index < statements.length - 1) failed ??= answer.error;
    }
    return answer;
  };
}

function answeredError(thrown: unknown): AnsweredError {
  const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
  return { message, code, errcode };
}
