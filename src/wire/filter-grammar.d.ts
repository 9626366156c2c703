/** Types of the parser that `npm run generate` makes from filter.peggy. */
import type { Expression, Filter } from "../model/filter.ts";
import type { FilterBuilder } from "./filter/builder.ts";

/** An alternative at the place of an error. */
export interface Expectation {
  readonly type: "literal" | "class" | "any" | "end" | "other";
  readonly text?: string;
  readonly description?: string;
}

/** Offsets count from 0, lines and columns from 1. */
export class SyntaxError extends Error {
  readonly expected: readonly Expectation[] | null;
  /** Null at the end of the text. */
  readonly found: string | null;
  readonly location: {
    readonly start: { readonly offset: number; readonly line: number; readonly column: number };
  };
}

export interface ParseOptions {
  readonly build: FilterBuilder;
  /** Allows the variables and multiples of style sheets. */
  readonly ofStyles: boolean;
}

/** Results by start rule. */
export interface Parsed {
  readonly Filter: Filter;
  readonly Expression: Expression;
}

/** Throws SyntaxError, and any error of the builder. */
export function parse<StartRule extends keyof Parsed>(
  text: string,
  options: ParseOptions & { readonly startRule: StartRule },
): Parsed[StartRule];
