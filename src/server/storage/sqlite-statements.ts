/** Statements on the writing connection, run by the main thread or the writer thread. */
import { StaleError } from "./database-error.ts";
import type { Connection } from "./sqlite-connection.ts";
import {
  control,
  openSession,
  type Answer,
  type AnsweredError,
  type Statement,
} from "./sqlite-session.ts";

/** Runs statements in order. */
export interface Statements {
  /**
   * Returns the rows. Rejects with SQLite's error, even of an earlier sent statement, and with
   * StaleError.
   */
  readonly ask: (statement: Statement) => Promise<readonly unknown[]>;
  /** Runs a statement that is not awaited; its error rejects the next `ask`. */
  readonly send: (statement: Statement) => void;
  readonly flush: () => void;
  /** Does not block the event loop; returns the rolled-back units. Rejects as `ask` does. */
  readonly commit: () => Promise<ReadonlyMap<number, unknown>>;
  /** Whether another thread runs the statements. */
  readonly areApart: boolean;
  readonly hasEnded: () => boolean;
  /** Closes the connection after all earlier statements. */
  readonly close: () => Promise<void>;
}

/** Throws the error of an answer; a change has no rows. */
export function rowsOf(answer: Answer): readonly unknown[] {
  if ("error" in answer) throw errorOf(answer.error);
  return "rows" in answer ? answer.rows : [];
}

/** Errors of rolled-back units by number. Throws the error of a failed commit. */
export function takenBackOf(answer: Answer): ReadonlyMap<number, unknown> {
  if ("error" in answer) throw errorOf(answer.error);
  const takenBack = "takenBack" in answer ? answer.takenBack : [];
  return new Map(takenBack.map(([number, error]) => [number, errorOf(error)]));
}

function errorOf({ message, code, errcode, fate }: AnsweredError): Error {
  if (fate === "stale") return new StaleError();
  return Object.assign(new Error(message), { code, errcode, isLost: fate === "lost" });
}

export function statementsHere(database: Connection): Statements {
  const run = openSession(database);
  let unsent: Statement[] = [];
  const take = () => {
    const statements = unsent;
    unsent = [];
    return statements;
  };
  const runWith = (statement: Statement) =>
    run({ statements: [...take(), statement], isWaitedFor: true });
  return {
    ask: async (statement) => rowsOf(runWith(statement)),
    send: (statement) => void unsent.push(statement),
    flush: () => void run({ statements: take(), isWaitedFor: false }),
    commit: async () => takenBackOf(runWith({ sql: control.commit, parameters: [] })),
    areApart: false,
    hasEnded: () => !database.isOpen,
    close: async () => database.close(),
  };
}
