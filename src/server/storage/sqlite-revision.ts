/**
 * Reads the revision, and checks whether recorded reads would give the same rows. It has its own
 * connection, so that transactions of others do not hide commits
 * (docs/decisions/0072-kept-answers.md).
 */
import type { Trace } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { areSame, type NotedRead, type Recorder } from "./noted-reads.ts";
import {
  connectReading,
  statementsOf,
  type Connection,
  type ConnectionOptions,
} from "./sqlite-connection.ts";
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
  const read = revisionOn(connection);
  const isSame = isSameOn(prepare);
  const snapshots = openSnapshots(path, options);
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
      return noted && traceOf(noted, snapshots.areSame);
    },
    close: () => {
      snapshots.close();
      connection.close();
    },
  };
}

function isSameOn(prepare: ReturnType<typeof statementsOf>): (read: NotedRead) => boolean {
  const { queries } = sqliteTexts;
  return ({ query, parameters, rows }) => areSame(prepare(queries[query]).all(parameters), rows);
}

/**
 * Compares reads at a revision. Comparisons of one turn of the loop share a transaction, which costs
 * more than they do; a longer one would keep the log from being cut.
 */
function openSnapshots(path: string, options: ConnectionOptions) {
  const connection = connectReading(path, options);
  const prepare = statementsOf(connection);
  const isSame = isSameOn(prepare);
  const read = revisionOn(connection);
  let at: number | undefined;
  const leave = () => {
    at = undefined;
    if (connection.isOpen && connection.isTransaction) prepare("rollback").run([]);
  };
  const enter = () => {
    if (at === undefined) setImmediate(leave);
    else leave();
    prepare("begin").run([]);
    at = read();
  };
  return {
    /** Undefined where the catalog is at another revision by now. */
    areSame: (revision: number, reads: readonly NotedRead[]): boolean | undefined => {
      try {
        if (at !== revision) enter();
        return at === revision ? reads.every(isSame) : undefined;
      } catch {
        // The next read reports the error.
        leave();
        return undefined;
      }
    },
    close: () => connection.close(),
  };
}

function revisionOn(connection: Connection): () => number {
  const query = connection.prepare("SELECT value FROM counters WHERE name = 'revision'");
  query.setReturnArrays(true);
  return () => Number((query.get() as readonly unknown[] | undefined)?.[0] ?? 0);
}

/** A trace that is dropped with the first difference. */
function traceOf(
  { reads, characters }: NonNullable<ReturnType<Recorder["noted"]>>,
  areSameAt: ReturnType<typeof openSnapshots>["areSame"],
): Trace {
  let at: number | undefined;
  let left: readonly NotedRead[] | undefined = reads;
  return {
    characters,
    isAt: (revision) => {
      if (at === revision) return true;
      const isSame = left && areSameAt(revision, left);
      if (isSame === true) at = revision;
      else if (isSame === false) left = undefined;
      return isSame === true;
    },
  };
}
