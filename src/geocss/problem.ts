/** What is wrong with a sheet, and where. */
import type { Place } from "./value.ts";

/** A mistake of a sheet, for its author. */
export interface SheetProblem {
  readonly message: string;
  readonly place: Place;
  /** Whether it is too much of something, and nothing else is wrong with it. */
  readonly isBound?: true;
}

/** What is said of a sheet that no map would show anything of; a stock server begins so too. */
export const NOTHING_DRAWS =
  "Invalid CSS style, no rule seems to activate any symbolization. One of fill, stroke, mark, label and raster-channels has to be in a rule that some feature is in";

/** Ends the work on a part of a sheet; `offset` counts from 0 in the text of the whole sheet. */
export class SheetError extends Error {
  readonly offset: number;
  /** Set where the part is too much of something. */
  readonly isBound: true | undefined;

  constructor(message: string, offset: number, isBound?: true) {
    super(message);
    this.name = "SheetError";
    this.offset = offset;
    this.isBound = isBound;
  }
}

/** What ends the work on a sheet that has more of something than its bound; the hint says what to do. */
export function beyond(what: string, limit: number, offset: number, hint = ""): SheetError {
  return new SheetError(`${what}; the limit is ${limit}${hint}`, offset, true);
}

/** What makes a problem one of a bound. */
export function boundOf({ isBound }: SheetError): Pick<SheetProblem, "isBound"> {
  return isBound === undefined ? {} : { isBound };
}
