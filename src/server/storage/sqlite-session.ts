/**
 * Runs statements of units of work on the writing connection, in the loop or in a thread. Nobody waits
 * for most of them: what one fails with is what the next one that is waited for answers, until its unit
 * ends. A unit that ends with such a failure is taken back, which the end of its group tells.
 */
import { databaseErrorCode } from "./database-error.ts";
import { statementsOf, type Connection } from "./sqlite-connection.ts";

/** A statement of SQL with the values of its places. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a statement gave: rows, the number of rows that it changed, or what became of the units of a group. */
export type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly changes: number }
  | { readonly takenBack: readonly TakenBack[] }
  | { readonly error: AnsweredError };

/** A unit that was taken back, by its number in the group, and why. */
export type TakenBack = readonly [number: number, error: AnsweredError];

/** An error as it passes between threads; code and number are those of SQLite. */
export interface AnsweredError {
  readonly message: string;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
  /**
   * Set where nothing of the transaction is done, nor will be: the database gave it up, or it did not begin because
   * somebody else has changed what was read for it.
   */
  readonly fate?: "lost" | "stale";
}

/**
 * How transactions begin and end; a unit of work is a savepoint in the transaction of its group. That one
 * begins as one that writes: SQLite waits for others only there, not where reading turns into writing.
 */
export const control = {
  begin: "begin immediate",
  /** Begins if nobody else has changed anything since the last transaction, in words that are not SQL. */
  beginUnchanged: "begin immediate unless changed",
  commit: "commit",
  rollback: "rollback",
  beginUnit: "savepoint unit",
  endUnit: "release unit",
  rollbackUnit: "rollback to unit",
} as const;

const NOTHING: Answer = { changes: 0 };

/** Statements to run one after the other, of which somebody waits for the last one, or nobody for any. */
export interface Batch {
  readonly statements: readonly Statement[];
  readonly isWaitedFor: boolean;
}

/** Runs statements on a connection; gives the answer of the last one. */
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

/** The transaction of a group, and what has failed in it. */
function openGroup(database: Connection, exec: (sql: string) => void) {
  const failures = openFailures();
  const versionStatement = database.prepare("pragma data_version");
  const readVersion = () => versionStatement.get()?.["data_version"];
  /** Is another one when another connection has changed the database. */
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
    // SQLite rolls back by itself when the disk is full or fails. To do it again would be an error of
    // its own, which would hide the one that counts.
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
    /** Notes what a statement has failed with; gives what is answered. */
    fail: (error: AnsweredError, isInside: boolean, isWaitedFor: boolean) => {
      const isGivenUp = isInside && (!database.isTransaction || isOfDatabase(error));
      if (isGivenUp) return failures.lose(error);
      if (!isWaitedFor) failures.fail(error);
      return error;
    },
  };
}

/** How units of a group begin and end. */
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

/** What has failed in a group so far. */
function openFailures() {
  let unit = -1;
  // Of a statement that nobody waited for; over with its unit.
  let failed: AnsweredError | undefined;
  // Of the transaction, which is given up; over with its group.
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
    /** Gives why the unit is taken back; undefined where it is not, or where all is given up. */
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
