/**
 * Reads the revision, and checks whether recorded reads would give the same rows. It has its own
 * connection, so that transactions of others do not hide commits
 * (docs/decisions/0072-kept-answers.md).
 */
import { traces as limits } from "../../model/limits.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { connectReading, statementsOf, type ConnectionOptions } from "./sqlite-connection.ts";

/** Rows never hold contents. */
type Row = Readonly<Record<string, string | number | null>>;

interface Noted {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: readonly Row[];
}

export interface Revision {
  /** The current revision. Refuses as the database does. */
  readonly now: () => number;
  readonly recorder: () => Recorder;
  readonly close: () => void;
}

export interface Recorder {
  readonly begin: () => void;
  readonly note: (sql: string, parameters: readonly unknown[], rows: readonly unknown[]) => void;
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
  const isSame = ({ sql, parameters, rows }: Noted) => areSame(prepare(sql).all(parameters), rows);
  const sameAt = (noted: readonly Noted[]) => {
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
    recorder: () => openRecorder(sameAt),
    close: () => connection.close(),
  };
}

function openRecorder(sameAt: (noted: readonly Noted[]) => number | undefined): Recorder {
  let noted: Noted[] | undefined;
  let characters = 0;
  return {
    begin: () => {
      noted = [];
      characters = 0;
    },
    note: (sql, parameters, rows) => {
      if (noted === undefined) return;
      characters += rows.reduce<number>((sum, row) => sum + charactersOf(row as Row), 0);
      noted.push({ sql, parameters, rows: rows as readonly Row[] });
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

function areSame(now: readonly unknown[], before: readonly Row[]): boolean {
  return now.length === before.length && before.every((row, at) => isSameRow(now[at] as Row, row));
}

function isSameRow(now: Row, before: Row): boolean {
  for (const name of Object.keys(before)) if (now[name] !== before[name]) return false;
  return true;
}
