/**
 * Reads with the rows that they gave. Whether a database would give the same rows now decides
 * whether a unit of work may be written (docs/decisions/0071-writes.md) and whether an
 * answer may be kept (docs/decisions/0072-kept-answers.md).
 */
import { traces as limits } from "../../model/limits.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import type { Ask, Parameter, QueryName } from "./statements.ts";

/** Rows of contents are not noted: a content is immutable by its digest. */
export interface NotedRead {
  readonly query: QueryName;
  readonly parameters: readonly Parameter[];
  readonly rows: readonly Row[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** The reads of a reader, as long as they are few and all of them are noted. */
export interface Recorder {
  readonly note: (read: NotedRead) => void;
  readonly spoil: () => void;
  /** Undefined if too much or something else was read. */
  readonly noted: () =>
    | (Pick<Trace, "characters"> & { readonly reads: readonly NotedRead[] })
    | undefined;
}

export function openRecorder(): Recorder {
  let reads: NotedRead[] | undefined = [];
  let characters = 0;
  return {
    note: (read) => {
      if (reads === undefined) return;
      for (const row of read.rows) characters += charactersOf(row);
      reads.push(read);
      if (reads.length > limits.statements || characters > limits.characters) reads = undefined;
    },
    spoil: () => {
      reads = undefined;
    },
    noted: () => reads && { reads, characters },
  };
}

function charactersOf(row: Row): number {
  let characters = 0;
  for (const value of Object.values(row))
    characters += typeof value === "string" ? value.length : 8;
  return characters;
}

/** Passes what it asks to `note`. */
export function noting(ask: Ask, note: (read: NotedRead) => void): Ask {
  return async (query, ...parameters) => {
    const rows = await ask(query, ...parameters);
    if (query !== "content")
      note({ query, parameters, rows: rows as readonly object[] as readonly Row[] });
    return rows;
  };
}

export function areSame(now: readonly unknown[], before: readonly Row[]): boolean {
  return now.length === before.length && before.every((row, at) => isSameRow(now[at] as Row, row));
}

function isSameRow(now: Row, before: Row): boolean {
  for (const name of Object.keys(before)) if (now[name] !== before[name]) return false;
  return true;
}
