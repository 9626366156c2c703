/** GeoCSS to SLD 1.0: the door of this part. Stub. */
import type { SheetProblem } from "./problem.ts";

export type { SheetProblem } from "./problem.ts";

/** What becomes of a sheet: an SLD, or what is wrong with it. */
export type Translation =
  | { readonly sld: string; readonly name: string | undefined; readonly problems?: undefined }
  | { readonly sld?: undefined; readonly problems: readonly SheetProblem[] };

/** Translates a sheet; never throws. */
export function translateSheet(text: string): Translation {
  return { problems: [{ message: text, place: { line: 1, column: 1 } }] };
}
