/** Statements on the writing connection of a catalog, whoever runs them: the loop itself, or a thread. */
import { StaleError } from "./database-error.ts";
import type { Connection } from "./sqlite-connection.ts";
import {
  control,
  openSession,
  type Answer,
  type AnsweredError,
  type Statement,
} from "./sqlite-session.ts";

/** Runs statements in the order in which they come. */
export interface Statements {
  /** Runs one and gives its rows. Rejects with the error of SQLite, also of one that was sent before; with StaleError. */
  readonly ask: (statement: Statement) => Promise<readonly unknown[]>;
  /** Runs one that nobody waits for; what it fails with, the next one that is asked rejects with. */
  readonly send: (statement: Statement) => void;
  /** Has those that were sent run now. */
  readonly flush: () => void;
  /** Commits, while the loop does other things; gives the units that were taken back. Rejects as `ask` does. */
  readonly commit: () => Promise<ReadonlyMap<number, unknown>>;
  /** Whether each statement is a way to somebody else. */
  readonly areApart: boolean;
  /** Whether nothing can be run any more. */
  readonly hasEnded: () => boolean;
  /** Closes the connection, after all that came before. */
  readonly close: () => Promise<void>;
}

/** The rows of an answer; none of a statement that changes something. Throws the error that it holds. */
export function rowsOf(answer: Answer): readonly unknown[] {
  if ("error" in answer) throw errorOf(answer.error);
  return "rows" in answer ? answer.rows : [];
}

/** The errors of units by their numbers, of the answer to a commit. Throws the error that it holds instead. */
export function takenBackOf(answer: Answer): ReadonlyMap<number, unknown> {
  if ("error" in answer) throw errorOf(answer.error);
  const takenBack = "takenBack" in answer ? answer.takenBack : [];
  return new Map(takenBack.map(([number, error]) => [number, errorOf(error)]));
}

function errorOf({ message, code, errcode, fate }: AnsweredError): Error {
  if (fate === "stale") return new StaleError();
  return Object.assign(new Error(message), { code, errcode, isLost: fate === "lost" });
}

/** Statements that the loop runs itself. */
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
