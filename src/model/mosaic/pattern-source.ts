/** Shared by the pattern parsers: cursor, errors, literal characters. */

import type { ProblemAbout } from "../mosaic.ts";

/** Thrown while parsing; `compilePattern` turns it into a problem. */
export class PatternError extends Error {
  /** `format` for patterns that are invalid in Java, too. */
  readonly about: ProblemAbout;

  constructor(message: string, about: ProblemAbout = "format") {
    super(message);
    this.about = about;
  }
}

/** For valid Java patterns that are unsupported or too costly here. */
export function unread(message: string): PatternError {
  return new PatternError(message, "included-server");
}

/** Compiles JavaScript pattern syntax. Throws PatternError. */
export function expressionOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PatternError("it is not understood");
  }
}

export interface PatternCursor {
  readonly text: string;
  at: number;
}

/** A character in JavaScript syntax, valid inside and outside of classes. */
export function literalSource(character: string): string {
  if (/^[A-Za-z0-9_]$/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
