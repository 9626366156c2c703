/** Translates GeoCSS into SLD 1.0: the entry point of this layer. */
import type { SheetProblem } from "./problem.ts";
import { readSheet } from "./read-sheet.ts";
import { writeStyle } from "./sld/write-style.ts";

export type { SheetProblem } from "./problem.ts";

export type Translation =
  | { readonly sld: string; readonly name: string | undefined; readonly problems?: undefined }
  | { readonly sld?: undefined; readonly problems: readonly SheetProblem[] };

/** Returns an SLD, or at least one problem with its place. Never throws. */
export function translateSheet(text: string): Translation {
  const { styling, problems } = readSheet(text);
  if (styling === undefined) return { problems };
  const written = writeStyle(styling);
  return written.sld === undefined ? written : { sld: written.sld, name: styling.name };
}
