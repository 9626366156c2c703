/**
 * Reads the revision, and checks whether recorded reads would give the same rows. It has its own
 * connection, so that transactions of others do not hide commits
 * (docs/decisions/0072-kept-answers.md).
 */
import type { Trace } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { areSame, type NotedRead, type Recorder } from "./noted-reads.ts";
import { connectReading, statementsOf, type ConnectionOptions } from "./sqlite-connection.ts";
import { sqliteTexts } from "./sqlite-statements.ts";

export interface Revision {
  /** The current revision. Refuses as the database does. */
  readonly now: () => number;
  /** The revision where all reads give the same; undefined where one does not. */
  readonly sameAt: (reads: readonly NotedRead[]) => number | undefined;
  /** The trace of what is recorded. */
  readonly trace: (recorder: Recorder) => Trace | undefined;
  readonly close: () => void;
}

/** Throws connection errors. */
export function openRevision(path: string, options: ConnectionOptions): Revision {
  const connection = connectReading(path, options);
  const prepare = statementsOf(connection);
  const query = connection.prepare("SELECT value FROM counters WHERE name = 'revision'");
  query.setReturnArrays(true);
  const read = () => Number((query.get() as readonly unknown[] | undefined)?.[0] ?? 0);
  const { queries } = sqliteTexts;
  const isSame = ({ query: name, parameters, rows }: NotedRead) =>
    areSame(prepare(queries[name]).all(parameters), rows);
  const sameAt = (noted: readonly NotedRead[]) => {
    try {
      prepare("begin").run([]);
      const revision = read();
      return noted.every(isSame) ? revision : undefined;
    } catch {
      // The next read reports the error.
      return undefined;
    } finally {
      if (connection.isTransaction) prepare("rollback").run([]);
    }
  };
  return {
    now: () => {
      try {
        return read();
      } catch (error) {
        throw asRefusal(error);
      }
    },
    sameAt,
    trace: (recorder) => {
      const noted = recorder.noted();
      return noted && traceOf(noted, sameAt);
    },
    close: () => connection.close(),
  };
}

/** A trace that is dropped with the first difference. */
function traceOf(
  { reads, characters }: NonNullable<ReturnType<Recorder["noted"]>>,
  sameAt: Revision["sameAt"],
): Trace {
  let at: number | undefined;
  let left: readonly NotedRead[] | undefined = reads;
  return {
    characters,
    isAt: (revision) => {
      if (at === revision) return true;
      at = left && sameAt(left);
      if (at === undefined) left = undefined;
      return at === revision;
    },
  };
}
