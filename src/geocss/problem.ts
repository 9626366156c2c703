/** What is wrong with a sheet, and where. */
import type { Place } from "./value.ts";

/** A mistake of a sheet, for its author. */
export interface SheetProblem {
  readonly message: string;
  readonly place: Place;
}

/** What is said of a sheet that no map would show anything of; a stock server begins so too. */
export const NOTHING_DRAWS =
  "Invalid CSS style, no rule seems to activate any symbolization. One of fill, stroke, mark, label and raster-channels has to be in a rule that some feature is in";

/** Ends the work on a part of a sheet; `offset` counts from 0 in the text of the whole sheet. */
export class SheetError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = "SheetError";
    this.offset = offset;
  }
}
