/** Problems of a sheet with their places. */
import type { Place } from "./value.ts";

/** A mistake of a sheet, for its author. */
export interface SheetProblem {
  readonly message: string;
  readonly place: Place;
  /** Set where only a limit is exceeded. */
  readonly isBound?: true;
}

/** For a sheet that draws nothing. A stock server's message begins alike. */
export const NOTHING_DRAWS =
  "Invalid CSS style, no rule seems to activate any symbolization. One of fill, stroke, mark, label and raster-channels has to be in a rule that some feature is in";

/** Ends the work on a part of a sheet; `offset` counts from 0 in the whole text. */
export class SheetError extends Error {
  readonly offset: number;
  readonly isBound: true | undefined;

  constructor(message: string, offset: number, isBound?: true) {
    super(message);
    this.name = "SheetError";
    this.offset = offset;
    this.isBound = isBound;
  }
}

/** The error for an exceeded limit; the hint says what to do. */
export function beyond(what: string, limit: number, offset: number, hint = ""): SheetError {
  return new SheetError(`${what}; the limit is ${limit}${hint}`, offset, true);
}

/** Copies the mark of an exceeded limit. */
export function boundOf({ isBound }: SheetError): Pick<SheetProblem, "isBound"> {
  return isBound === undefined ? {} : { isBound };
}
