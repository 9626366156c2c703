/** The two response styles of the included server (docs/compatibility.md). */

import type { ServerLine } from "./server-line.ts";

/** `documented` follows the published interface, `geoserver` a stock server. */
export const dialects = ["documented", "geoserver"] as const;

/** A dialect's name. */
export type DialectName = (typeof dialects)[number];

/** GeoServer lines that `geoserver` emulates (`server-line.ts`), oldest first. */
export const dialectLines = ["2.28", "3.0"] as const satisfies readonly ServerLine[];

/** A line that can be emulated. */
export type DialectLine = (typeof dialectLines)[number];

/** The default line. */
export const usualLine: DialectLine = "3.0";

/** The nearest emulated line. */
export function dialectLineOf(line: ServerLine | undefined): DialectLine | undefined {
  return line === "2.2x" ? "2.28" : line;
}
