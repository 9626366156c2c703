/** Reads a sheet. */
import { styleOf } from "./cascade/style-of.ts";
import { boundOf, NOTHING_DRAWS, SheetError, type SheetProblem } from "./problem.ts";
import { readBlocks } from "./sheet/read-blocks.ts";
import { sourceOf } from "./sheet/source.ts";
import type { Styling } from "./styling.ts";

export type SheetReading =
  | { readonly styling: Styling; readonly problems?: undefined }
  | { readonly styling?: undefined; readonly problems: readonly SheetProblem[] };

/** Reports as many problems as possible, in order. Never throws. */
export function readSheet(text: string): SheetReading {
  const { sheet, problems } = readBlocks(text);
  if (sheet === undefined) return { problems };
  try {
    const styling = styleOf(sheet);
    return styling.levels.length > 0
      ? { styling }
      : { problems: [{ message: NOTHING_DRAWS, place: { line: 1, column: 1 } }] };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const problem = sourceOf(text).problem(error.message, error.offset);
    return { problems: [{ ...problem, ...boundOf(error) }] };
  }
}
