/** Style sheets (GeoCSS) as styles (SLD 1.0): the door to this layer. */
import type { SheetProblem } from "./problem.ts";
import { readSheet } from "./read-sheet.ts";
import { writeStyle } from "./sld/write-style.ts";

export type { SheetProblem } from "./problem.ts";

/** A style with the name that its sheet gives it, or what is wrong with the sheet. */
export type Translation =
  | { readonly sld: string; readonly name: string | undefined; readonly problems?: undefined }
  | { readonly sld?: undefined; readonly problems: readonly SheetProblem[] };

/** Translates a sheet. Whatever the text is, the answer is an SLD or at least one problem with its place. Never throws. */
export function translateSheet(text: string): Translation {
  const { styling, problems } = readSheet(text);
  if (styling === undefined) return { problems };
  const written = writeStyle(styling);
  return written.sld === undefined ? written : { sld: written.sld, name: styling.name };
}
