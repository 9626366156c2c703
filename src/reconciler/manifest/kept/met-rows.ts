/**
 * Rows that a load met, in the order in which it met them: most are those of before, one behind the other, which are
 * parts of the bytes that were read and nothing else.
 */
import type { KeptRows } from "./rows.ts";

/** What a load met. */
export interface MetRows {
  /** A row of before, by where it begins; it may be met again. */
  readonly recall: (at: number) => void;
  /** A row for a key, or in the place of one of before that was met. */
  readonly put: (place: number | string, row: string) => void;
  /** How many rows all of them are. */
  readonly size: () => number;
  /** The bytes of all of them, in parts of one or more rows. */
  readonly parts: () => readonly Uint8Array[];
}

/** Rows of before that follow one another. */
interface Run {
  readonly from: number;
  /** Behind the end of the last line. */
  to: number;
}

/** Rows that a load met, none yet. */
export function metRows(before: KeptRows): MetRows {
  const sequence: (Run | string)[] = [];
  // Those that lie in the order of the text.
  const runs: Run[] = [];
  const behind = new Set<number>();
  const fresh = new Map<string, string>();
  const replaced = new Map<number, string>();
  let recalled = 0;
  const recall = (at: number) => {
    const to = before.behind(at);
    const last = runs.at(-1);
    if (last !== undefined && at < last.to) {
      if (behind.has(at) || isIn(runs, at)) return;
      behind.add(at);
      sequence.push({ from: at, to });
    } else if (last !== undefined && at === last.to && last === sequence.at(-1)) last.to = to;
    else {
      const run = { from: at, to };
      runs.push(run);
      sequence.push(run);
    }
    recalled++;
  };
  const put = (place: number | string, row: string) => {
    if (typeof place === "number") {
      replaced.set(place, row);
      return;
    }
    if (!fresh.has(place)) sequence.push(place);
    fresh.set(place, row);
  };
  const partsOf = ({ from, to }: Run, rows: readonly Replaced[]): readonly Part[] => {
    const parts: Part[] = [];
    let at = from;
    const first = firstThat(rows, ([place]) => place >= from);
    for (let index = first; index < rows.length; index++) {
      const [place, row] = rows[index] ?? [to, ""];
      if (place >= to) break;
      if (place > at) parts.push(before.rows(at, place));
      parts.push(row);
      at = before.behind(place);
    }
    return at < to ? [...parts, before.rows(at, to)] : parts;
  };
  const parts = () => {
    const rows = [...replaced].toSorted(([a], [b]) => a - b);
    return sequence.flatMap((one) =>
      typeof one === "string" ? (fresh.get(one) ?? []) : partsOf(one, rows),
    );
  };
  return { recall, put, size: () => recalled + fresh.size, parts: () => asBytes(parts()) };
}

/** A row with the place of the one of before that it stands for. */
type Replaced = readonly [place: number, row: string];

/** Rows: those of before are bytes, new ones texts. */
type Part = Uint8Array | string;

/** Texts that follow one another become bytes together: ten thousand by themselves would be written by themselves. */
function asBytes(parts: readonly Part[]): readonly Uint8Array[] {
  const bytes: Uint8Array[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) bytes.push(Buffer.from(texts.join("")));
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === "string") texts.push(part);
    else {
      flush();
      bytes.push(part);
    }
  }
  flush();
  return bytes;
}

/** Whether a place is in one of some runs that follow one another. */
function isIn(runs: readonly Run[], at: number): boolean {
  const run = runs[firstThat(runs, ({ to }) => to > at)];
  return run !== undefined && run.from <= at;
}

/** The index of the first of some for which something holds; it holds for all behind that. */
function firstThat<One>(all: readonly One[], holds: (one: One) => boolean): number {
  let [first, end] = [0, all.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (holds(all[middle] as One)) end = middle;
    else first = middle + 1;
  }
  return first;
}
