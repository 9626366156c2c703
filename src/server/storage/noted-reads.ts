/**
 * Reads with the rows that they gave. Whether a database would give the same rows now decides
 * whether a unit of work may be written (docs/decisions/0071-writes.md).
 */
import type { Ask, Parameter, QueryName } from "./statements.ts";

/** Rows of contents are not noted: a content is immutable by its digest. */
export interface NotedRead {
  readonly query: QueryName;
  readonly parameters: readonly Parameter[];
  readonly rows: readonly Row[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** Passes what it asks to `note`. */
export function noting(ask: Ask, note: (read: NotedRead) => void): Ask {
  return async (query, ...parameters) => {
    const rows = await ask(query, ...parameters);
    if (query !== "content")
      note({ query, parameters, rows: rows as readonly object[] as readonly Row[] });
    return rows;
  };
}

/** Whether all reads give the same rows now. */
export function areAllSame(
  reads: readonly NotedRead[],
  ask: (query: QueryName, parameters: readonly Parameter[]) => readonly unknown[],
): boolean {
  return reads.every(({ query, parameters, rows }) => {
    const now = ask(query, parameters) as readonly Row[];
    return now.length === rows.length && rows.every((row, at) => isSameRow(now[at], row));
  });
}

function isSameRow(now: Row | undefined, before: Row): boolean {
  return Object.keys(before).every((name) => now?.[name] === before[name]);
}
