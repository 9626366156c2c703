/** Where the parts of a document stand, as plain data: it outlives what the parser knew, and can be kept. */
import type { Position } from "../../model/diagnostic.ts";

/**
 * Line and column of a value, both from 1, and what is in it: of a map its keys as text and the places of their
 * values, of a list null and those of its items. The line and column of what is under a key are those of the key.
 */
export type Places =
  | readonly [line: number, column: number]
  | readonly [
      line: number,
      column: number,
      keys: readonly string[] | null,
      inner: readonly Places[],
    ];

/** The place of the value at a path, or of the closest part around it that is there. */
export function locateIn(
  file: string,
  places: Places,
  path: readonly (string | number)[],
): Position {
  let here = places;
  for (const part of path) {
    const next = step(here, part);
    if (next === undefined) break;
    here = next;
  }
  const [line, column] = here;
  return { file, line, column };
}

function step([, , keys, inner]: Places, part: string | number): Places | undefined {
  if (keys === undefined || inner === undefined) return undefined;
  if (keys !== null) return inner[keys.indexOf(String(part))];
  return typeof part === "number" ? inner[part] : undefined;
}
