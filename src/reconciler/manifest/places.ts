/** Positions in a document as plain data, which can be cached. */
import type { Position } from "../../model/diagnostic.ts";

/**
 * Line and column of a value (from 1) and its content: keys and places of a map's values, or null
 * and places of a list's items. A value under a key has the key's position.
 */
export type Places =
  | readonly [line: number, column: number]
  | readonly [
      line: number,
      column: number,
      keys: readonly string[] | null,
      inner: readonly Places[],
    ];

/** The place at a path, or of the closest existing parent. */
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

export interface TextDocument {
  readonly value: unknown;
  readonly places: Places;
  /** Of the value. */
  readonly digest: string;
}

export interface SourceText {
  /** 0 for a text that is no manifest. */
  readonly characters: number;
  /** Null for a text marked as no manifest. */
  readonly documents: readonly TextDocument[] | null;
}
