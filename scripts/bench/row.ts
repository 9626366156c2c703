/** Rows of figures: what a bench found, beside its baseline, for the page that keeps them (scripts/bench/all.ts). */
import { appendFileSync } from "node:fs";

/** Names the file that collects rows; without it they are only printed. */
export const ROWS_FILE = "PLUMBLINE_BENCH_ROWS";

/** A figure. Texts have their units, and neither paths nor names of machines. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** What was measured beside it in the same run. */
  readonly baseline?: string;
  /** The figure to its baseline, or another relation of both. */
  readonly ratio?: string;
  readonly goal?: string;
  /** Whether the goal is reached; only where there is one. */
  readonly isHeld?: boolean;
}

/** Keeps a row, at once, so that what comes later cannot lose it. */
export function noteRow(row: Row): void {
  append({ row });
}

/** Says that a bench came to its end. */
export function noteEnd(): void {
  append({ isOver: true });
}

/** A line of the file. */
export type Note = { readonly row: Row } | { readonly isOver: true };

function append(note: Note): void {
  const file = process.env[ROWS_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(note)}\n`);
}

/** The middle one of some figures; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
