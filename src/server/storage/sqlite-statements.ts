/** Statements on the writing connection of a catalog, whoever runs them: the loop itself, or a thread. */
import type { Connection } from "./sqlite-connection.ts";
import { openSession, type Answer, type Statement } from "./sqlite-session.ts";

/** Runs statements in the order in which they come. */
export interface Statements {
  /** Runs one and gives its rows. Rejects with the error of SQLite, also of one that was sent before. */
  readonly ask: (statement: Statement) => Promise<readonly unknown[]>;
  /** Runs one that nobody waits for; what it fails with, the next one that is asked rejects with. */
  readonly send: (statement: Statement) => void;
  /** Runs one that takes its time, as `ask` does; the loop does other things meanwhile. */
  readonly wait: (statement: Statement) => Promise<readonly unknown[]>;
  /** Whether nothing can be run any more. */
  readonly hasEnded: () => boolean;
  /** Closes the connection, after all that came before. */
  readonly close: () => Promise<void>;
}

/** The rows of an answer; none of a statement that changes something. Throws the error that it holds. */
export function rowsOf(answer: Answer): readonly unknown[] {
  if (!("error" in answer)) return "rows" in answer ? answer.rows : [];
  const { message, code, errcode } = answer.error;
  throw Object.assign(new Error(message), { code, errcode });
}

/** Statements that the loop runs itself. */
export function statementsHere(database: Connection): Statements {
  const run = openSession(database);
  let unsent: Statement[] = [];
  const flush = (statement: Statement) => {
    const all = [...unsent, statement];
    unsent = [];
    return rowsOf(run(all));
  };
  const ask = async (statement: Statement) => flush(statement);
  return {
    ask,
    send: (statement) => void unsent.push(statement),
    wait: ask,
    hasEnded: () => !database.isOpen,
    close: async () => database.close(),
  };
}
