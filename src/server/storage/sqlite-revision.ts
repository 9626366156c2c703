/**
 * The revision, and whether what was read would be read the same at it: on a connection of its own, so that nothing that
 * others do with theirs hides what is committed (docs/decisions/0072-kept-answers.md).
 */
import { traces as limits } from "../../model/limits.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import { asRefusal } from "./database-error.ts";
import { connectReading, statementsOf, type ConnectionOptions } from "./sqlite-connection.ts";

/** Rows as the database gives them; none of them holds contents. */
type Row = Readonly<Record<string, string | number | null>>;

/** A statement that was run, and what it gave. */
interface Noted {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: readonly Row[];
}

/** The revision of a database. */
export interface Revision {
  /** As it is now. Refuses what the database refuses. */
  readonly now: () => number;
  /** Notes what is read from now on by somebody. */
  readonly recorder: () => Recorder;
  readonly close: () => void;
}

/** Notes what one piece of work after the other reads. */
export interface Recorder {
  /** Nothing was read yet. */
  readonly begin: () => void;
  readonly note: (sql: string, parameters: readonly unknown[], rows: readonly unknown[]) => void;
  /** Something else was read, which is not noted. */
  readonly spoil: () => void;
  /** What was read since the beginning; undefined where it was too much, or not noted. */
  readonly trace: () => Trace | undefined;
}

/** Opens it. Throws what connecting throws. */
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
      // Whoever reads it anew finds out what is wrong, and says it.
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
