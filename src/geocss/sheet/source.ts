/** The text of a sheet and its places. */
import type { SheetProblem } from "../problem.ts";
import type { Place } from "../value.ts";
import { endOf, structureOf } from "./structure.ts";

/** Offsets count from 0 in UTF-16 units. */
export interface Source {
  readonly text: string;
  /** Comments are replaced by spaces; offsets stay. */
  readonly blanked: string;
  /** Quotes and brackets are masked, so that their text does not look like structure. */
  readonly structure: string;
  readonly place: (offset: number) => Place;
  readonly problem: (message: string, offset: number) => SheetProblem;
}

/** Indexes the lines of a text. */
export function sourceOf(written: string): Source {
  // A byte order mark is not part of the first selector, but counts.
  const text = written.startsWith("\uFEFF") ? ` ${written.slice(1)}` : written;
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const place = (offset: number): Place => {
    const within = Math.max(0, Math.min(offset, text.length));
    const line = lineOf(starts, within);
    return { line, column: within - (starts[line - 1] ?? 0) + 1 };
  };
  const problem = (message: string, offset: number) => ({ message, place: place(offset) });
  return { text, blanked: blanked(text), structure: structureOf(text), place, problem };
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** A comment cannot begin inside quotes. */
function blanked(text: string): string {
  const parts: string[] = [];
  let done = 0;
  const begin = /["']|\/\*/g;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const end = endOf(text, found.index);
    if (end === undefined) break;
    if (found[0] === "/*") {
      parts.push(text.slice(done, found.index));
      parts.push(text.slice(found.index, end).replaceAll(/[^\n]/g, " "));
      done = end;
    }
    begin.lastIndex = end;
  }
  return `${parts.join("")}${text.slice(done)}`;
}
