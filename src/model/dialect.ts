/** The two manners of answering that the included server has (docs/compatibility.md). */

import type { ServerLine } from "./server-line.ts";

/** `documented` keeps the published interface; `geoserver` answers as a stock server does. */
export const dialects = ["documented", "geoserver"] as const;

/** Name of a dialect. */
export type DialectName = (typeof dialects)[number];

/** Lines of stock servers that `geoserver` answers as (`server-line.ts`), oldest first. */
export const dialectLines = ["2.28", "3.0"] as const satisfies readonly ServerLine[];

/** One of them. */
export type DialectLine = (typeof dialectLines)[number];

/** The line where nobody says one. */
export const usualLine: DialectLine = "3.0";

/** The line that answers as servers of a known line do, or as nearly as can be; none of what has no line. */
export function dialectLineOf(line: ServerLine | undefined): DialectLine | undefined {
  return line === "2.2x" ? "2.28" : line;
}
