/**
 * Reads the revision, and checks whether recorded reads would give the same rows. It has its own
 * connection, so that transactions of others do not hide commits
 * (docs/decisions/0072-kept-answers.md).
 */
import { traces as limits } from "../../model/limits.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { areSame, type NotedRead, type Row } from "./noted-reads.ts";
import { connectReading, statementsOf, type ConnectionOptions } from "./sqlite-connection.ts";
import { sqliteTexts } from "./sqlite-statements.ts";

export interface Revision {
  /** The current revision. Refuses as the database does. */
  readonly now: () => number;
  /** The revision where all reads give the same; undefined where one does not. */
  readonly sameAt: (reads: readonly NotedRead[]) => number | undefined;
  readonly recorder: () => Recorder;
  readonly close: () => void;
}

export interface Recorder {
  readonly begin: () => void;
  readonly note: (read: NotedRead) => void;
  /** An unrecorded read invalidates the record. */
  readonly spoil: () => void;
  /** Undefined if too much or something unrecorded was read since `begin`. */
  readonly trace: () => Trace | undefined;
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
    recorder: () => openRecorder(sameAt),
    close: () => connection.close(),
  };
}

function openRecorder(sameAt: (noted: readonly NotedRead[]) => number | undefined): Recorder {
  let noted: NotedRead[] | undefined;
  let characters = 0;
  return {
    begin: () => {
      noted = [];
      characters = 0;
    },
    note: (read) => {
      if (noted === undefined) return;
      characters += read.rows.reduce((sum, row) => sum + charactersOf(row), 0);
      noted.push(read);
      if (noted.length > limits.statements || characters > limits.characters) noted = undefined;
    },
    spoil: () => {
      noted = undefined;
    },
    trace: () => {
      const own = noted;
      return own && { sameAt: () => sameAt(own), characters };
    },
  };
}

function charactersOf(row: Row): number {
  let characters = 0;
  for (const value of Object.values(row))
    characters += typeof value === "string" ? value.length : 8;
  return characters;
}
