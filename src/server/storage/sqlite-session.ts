/**
 * Runs statements of units of work on the writing connection, in the main thread or the writer
 * thread. Most are not awaited: the next awaited statement of the unit returns their error. A unit
 * that ends with such an error is rolled back, as the commit of its group reports.
 */
import { databaseErrorCode } from "./database-error.ts";
import { statementsOf, type Connection } from "./sqlite-connection.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows, a row count, rolled-back units of a commit, or an error. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly changes: number }
  | { readonly takenBack: readonly TakenBack[] }
  | { readonly error: AnsweredError };

/** A rolled-back unit, by its number in the group. */
export type TakenBack = readonly [number: number, error: AnsweredError];

/** An error that can pass between threads; code and number are SQLite's. */
export interface AnsweredError {
  readonly message: string;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
  /**
   * The whole transaction is void: SQLite rolled it back (`lost`), or it did not begin because the
   * database had changed (`stale`).
   */
  readonly fate?: "lost" | "stale";
}

/**
 * A unit of work is a savepoint in the transaction of its group. That transaction begins as a
 * write: SQLite waits for locks only there, not when a read becomes a write.
 */
export const control = {
  begin: "begin immediate",
  /** Begins if no other connection has changed anything since the last transaction. Not SQL. */
  beginUnchanged: "begin immediate unless changed",
  commit: "commit",
  rollback: "rollback",
  beginUnit: "savepoint unit",
  endUnit: "release unit",
  rollbackUnit: "rollback to unit",
} as const;

const NOTHING: Answer = { changes: 0 };

/** If `isWaitedFor`, the last statement is awaited. */
export interface Batch {
  readonly statements: readonly Statement[];
  readonly isWaitedFor: boolean;
}

export function openSession(database: Connection): (batch: Batch) => Answer {
  const prepare = statementsOf(database);
  const group = openGroup(database, (sql) => void prepare(sql).run([]));
  const runOn = ({ sql, parameters }: Statement): Answer => {
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) };
    return { changes: Number(statement.run(parameters).changes) };
  };
  const run = (statement: Statement, isWaitedFor: boolean): Answer => {
    const act = group.controls.get(statement.sql);
    if (act !== undefined) return act();
    const before = group.failure();
    if (before !== undefined) return { error: before };
    const isInside = database.isTransaction;
    try {
      return runOn(statement);
    } catch (thrown) {
      return { error: group.fail(answeredError(thrown), isInside, isWaitedFor) };
    }
  };
  return ({ statements, isWaitedFor }) => {
    let answer = NOTHING;
    for (const [index, statement] of statements.entries())
      answer = run(statement, isWaitedFor && index === statements.length - 1);
    return answer;
  };
}

function openGroup(database: Connection, exec: (sql: string) => void) {
  const failures = openFailures();
  const versionStatement = database.prepare("pragma data_version");
  const readVersion = () => versionStatement.get()?.["data_version"];
  /** `data_version` changes when another connection changes the database. */
  let version = readVersion();
  const attempt = (sql: string): Answer => {
    const error = failures.lost();
    if (error !== undefined) return { error };
    try {
      exec(sql);
      return NOTHING;
    } catch (thrown) {
      return { error: failures.lose(answeredError(thrown)) };
    }
  };
  const begin = (): Answer => {
    failures.forget();
    return attempt(control.begin);
  };
  const beginUnchanged = (): Answer => {
    const answer = begin();
    const isSame = "error" in answer || readVersion() === version;
    return isSame ? answer : { error: failures.lose(CHANGED, "stale") };
  };
  const commit = (): Answer => {
    const lost = failures.lost();
    if (lost !== undefined) return { error: lost };
    try {
      exec(control.commit);
    } catch (thrown) {
      return { error: answeredError(thrown) };
    }
    version = readVersion();
    return { takenBack: failures.takenBack() };
  };
  const rollback = (): Answer => {
    // SQLite rolls back by itself when the disk is full or fails. A second rollback would fail and
    // hide the original error.
    if (database.isTransaction) exec(control.rollback);
    failures.forget();
    version = readVersion();
    return NOTHING;
  };
  const controls = new Map<string, () => Answer>([
    [control.begin, begin],
    [control.beginUnchanged, beginUnchanged],
    [control.commit, commit],
    [control.rollback, rollback],
    ...unitControls(database, failures, attempt),
  ]);
  return {
    controls,
    failure: failures.failure,
    /** Records the error of a statement; returns the error to answer with. */
    fail: (error: AnsweredError, isInside: boolean, isWaitedFor: boolean) => {
      const isGivenUp = isInside && (!database.isTransaction || isOfDatabase(error));
      if (isGivenUp) return failures.lose(error);
      if (!isWaitedFor) failures.fail(error);
      return error;
    },
  };
}

function unitControls(
  database: Connection,
  failures: ReturnType<typeof openFailures>,
  attempt: (sql: string) => Answer,
): readonly (readonly [string, () => Answer])[] {
  const beginUnit = () => {
    failures.beginUnit();
    return attempt(control.beginUnit);
  };
  const endUnit = () => {
    const error = failures.endUnit();
    if (error !== undefined) attempt(control.rollbackUnit);
    const answer = attempt(control.endUnit);
    return error === undefined || "error" in answer ? answer : { error };
  };
  const rollbackUnit = () => {
    failures.rollbackUnit();
    return database.isTransaction ? attempt(control.rollbackUnit) : NOTHING;
  };
  return [
    [control.beginUnit, beginUnit],
    [control.endUnit, endUnit],
    [control.rollbackUnit, rollbackUnit],
  ];
}

function openFailures() {
  let unit = -1;
  // The error of a statement that was not awaited, until its unit ends.
  let failed: AnsweredError | undefined;
  // The error that voids the transaction, until its group ends.
  let lost: AnsweredError | undefined;
  let takenBack: TakenBack[] = [];
  return {
    forget: () => {
      unit = -1;
      failed = undefined;
      lost = undefined;
      takenBack = [];
    },
    failure: () => lost ?? failed,
    lost: () => lost,
    takenBack: () => takenBack,
    fail: (error: AnsweredError) => {
      failed ??= error;
    },
    lose: (error: AnsweredError, fate: "lost" | "stale" = "lost") => (lost ??= { ...error, fate }),
    beginUnit: () => {
      unit++;
      failed = undefined;
    },
    /**
     * Why the unit is rolled back; undefined where it is not, or where the whole transaction is
     * void.
     */
    endUnit: () => {
      const error = lost === undefined ? failed : undefined;
      failed = undefined;
      if (error !== undefined) takenBack.push([unit, error]);
      return error;
    },
    rollbackUnit: () => {
      failed = undefined;
    },
  };
}

const CHANGED = {
  message: "somebody else has changed the database",
  code: undefined,
  errcode: undefined,
};

function isOfDatabase({ message, ...codes }: AnsweredError): boolean {
  return databaseErrorCode(Object.assign(new Error(message), codes)) !== undefined;
}

function answeredError(thrown: unknown): AnsweredError {
  const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
  return { message, code, errcode };
}
