/** What the readers of patterns share: where they stand, how they fail, how they write a character. */

import type { ProblemAbout } from "../mosaic.ts";

/** Thrown inside the reading of a pattern; `parsePattern` turns it into a problem. */
export class PatternError extends Error {
  /** `format` for what Java does not read either. */
  readonly about: ProblemAbout;

  constructor(message: string, about: ProblemAbout = "format") {
    super(message);
    this.about = about;
  }
}

/** For what Java reads, and what costs too much here or is not read. */
export function unread(message: string): PatternError {
  return new PatternError(message, "included-server");
}

/** The expression that a text in the syntax of this runtime gives. Throws PatternError. */
export function expressionOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PatternError("it is not understood");
  }
}

/** Where the reading stands. */
export interface PatternCursor {
  readonly text: string;
  at: number;
}

/** A character in the syntax of this runtime, inside and outside of classes. */
export function literalSource(character: string): string {
  if (/^[A-Za-z0-9_]$/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
