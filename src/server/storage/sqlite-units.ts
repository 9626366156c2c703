/**
 * Applies lists of units of work on the writing connection, in groups: one transaction, synced
 * once, with a savepoint for each unit (docs/decisions/0071-writes.md).
 */
import { databaseErrorCode } from "./database-error.ts";
import { areAllSame } from "./noted-reads.ts";
import { statementsOf, type Connection } from "./sqlite-connection.ts";
import type { SqliteTexts } from "./sqlite-statements.ts";
import type { ChangeName, QueryName } from "./statements.ts";
import { groupOf } from "./unit-group.ts";
import type { UnitList } from "./unit.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Requests are answered in any order, each with its `id`. */
export type WriteRequest = { readonly id: number } & (
  | { readonly does: "apply"; readonly list: UnitList }
  /** Begins a transaction; what is not of its holder waits until its end. */
  | { readonly does: "hold" }
  /** Of the holder. After a failure of one, all others fail, and the end rolls back. */
  | { readonly does: "run"; readonly statements: readonly Statement[] }
  /** Of the holder: applies its list and commits, or rolls back. */
  | { readonly does: "end"; readonly list: UnitList | undefined }
);

/** Of `run`: the rows of the last statement. Of `apply`: whether the reads were the same. */
export type WriteAnswer = { readonly id: number } & (
  | { readonly rows: readonly unknown[] }
  | { readonly isSame: boolean }
  | { readonly error: AnsweredError }
);

/** An error that can pass between threads; code and number are SQLite's. */
export interface AnsweredError {
  readonly message: string;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
}

export interface WriteSession {
  /** Takes requests; returns the answers that are ready. */
  readonly take: (requests: readonly WriteRequest[]) => readonly WriteAnswer[];
}

type ApplyRequest = Extract<WriteRequest, { does: "apply" }>;

type HolderRequest = Exclude<WriteRequest, ApplyRequest>;

export function openWriteSession(connection: Connection, texts: SqliteTexts): WriteSession {
  const applied = applying(connection, texts);
  const commitAll = committing(connection, applied);
  const holder = openHolder(connection, applied);
  let waiting: WriteRequest[] = [];
  const next = (): readonly WriteAnswer[] | undefined => {
    const isOfHolder = ({ does }: WriteRequest) => does === "run" || does === "end";
    const at = holder.isHeld() ? waiting.findIndex(isOfHolder) : 0;
    const request = waiting[at];
    if (request === undefined) return undefined;
    if (request.does !== "apply") {
      waiting.splice(at, 1);
      return [holder.answer(request)];
    }
    const end = waiting.findIndex(({ does }) => does !== "apply");
    const lists = (end < 0 ? waiting : waiting.slice(0, end)) as readonly ApplyRequest[];
    const group = groupOf(lists, ({ list }) => list);
    waiting = waiting.slice(group.length);
    return commitAll(group);
  };
  return {
    take: (requests) => {
      waiting.push(...requests);
      const answers: WriteAnswer[] = [];
      for (let some = next(); some !== undefined; some = next()) answers.push(...some);
      return answers;
    },
  };
}

type Apply = (list: UnitList) => boolean;

/** The transaction of a unit that has the lock from its start. */
function openHolder(connection: Connection, applied: Apply) {
  const prepare = statementsOf(connection);
  let isHeld = false;
  let failed: unknown;
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
  const end = (list: UnitList | undefined) => {
    isHeld = false;
    if (list === undefined) connection.exec("rollback");
    else {
      if (failed !== undefined) throw failed;
      applied(list);
      prepare("commit").run([]);
    }
  };
  const perform = (request: HolderRequest): readonly unknown[] => {
    if (request.does === "run") return run(request.statements);
    if (request.does === "end") end(request.list);
    else {
      failed = undefined;
      connection.exec("begin immediate");
      isHeld = true;
    }
    return [];
  };
  return {
    isHeld: () => isHeld,
    answer: (request: HolderRequest): WriteAnswer => {
      const { id, does } = request;
      try {
        return { id, rows: perform(request) };
      } catch (thrown) {
        if (does === "run") failed ??= thrown;
        return { id, error: does === "run" ? answeredError(thrown) : undone(connection, thrown) };
      }
    },
  };
}

/** Applies lists in one transaction; the answers are valid once it is committed. */
function committing(connection: Connection, applied: Apply) {
  const prepare = statementsOf(connection);
  const exec = (sql: string) => void prepare(sql).run([]);
  const applyOne = ({ id, list }: ApplyRequest): WriteAnswer => {
    exec("savepoint unit");
    try {
      const isSame = applied(list);
      exec("release unit");
      return { id, isSame };
    } catch (error) {
      // What concerns the disk or the file concerns the whole group.
      if (!connection.isTransaction || databaseErrorCode(error) !== undefined) throw error;
      exec("rollback to unit");
      exec("release unit");
      return { id, error: answeredError(error) };
    }
  };
  const commitAll = (group: readonly ApplyRequest[]): readonly WriteAnswer[] => {
    let stage: "begin" | "changes" | "commit" = "begin";
    try {
      exec("begin immediate");
      stage = "changes";
      const answers = group.map(applyOne);
      stage = "commit";
      exec("commit");
      return answers;
    } catch (thrown) {
      const error = undone(connection, thrown);
      // Nothing is done. One of them may be the reason, or all together be too large.
      const isNothingDone = stage === "changes" || databaseErrorCode(thrown) === "full";
      if (isNothingDone && group.length > 1) return group.flatMap((one) => commitAll([one]));
      return group.map(({ id }) => ({ id, error }));
    }
  };
  return commitAll;
}

/** Rolls back; returns the error to answer with. That of a rollback would hide it. */
function undone(connection: Connection, thrown: unknown): AnsweredError {
  try {
    // SQLite rolls back by itself when the disk is full or fails.
    if (connection.isTransaction) connection.exec("rollback");
  } catch {
    // The next transaction reports it.
  }
  return answeredError(thrown);
}

/** Compares and applies a list inside a transaction. */
function applying(
  connection: Connection,
  { queries, changes, raise, addEntry }: SqliteTexts,
): Apply {
  const prepare = statementsOf(connection);
  const find = (name: QueryName) => prepare(queries[name]);
  const change = (name: ChangeName) => prepare(changes[name]);
  return ({ reads, changes: list, entry }) => {
    if (!areAllSame(reads, ({ query, parameters }) => find(query).all(parameters))) return false;
    for (const [name, parameters] of list) change(name).run(parameters);
    if (entry === undefined) return true;
    if (entry.raise === 1) prepare(raise).run([]);
    prepare(addEntry).run(entry.values);
    return true;
  };
}

function answeredError(thrown: unknown): AnsweredError {
  const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
  return { message, code, errcode };
}
