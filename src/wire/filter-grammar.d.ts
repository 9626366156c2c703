/** What `npm run generate` makes of filter.peggy: a parser that calls the builder it is given. */
import type { Expression, Filter } from "../model/filter.ts";
import type { FilterBuilder } from "./filter/builder.ts";

/** Something that the parser could have read where it stopped. */
export interface Expectation {
  readonly type: "literal" | "class" | "any" | "end" | "other";
  readonly text?: string;
  readonly description?: string;
}

/** A text that does not follow the grammar. Offsets count from 0, lines and columns from 1. */
export class SyntaxError extends Error {
  readonly expected: readonly Expectation[] | null;
  /** The character where the parser stopped; null at the end. */
  readonly found: string | null;
  readonly location: {
    readonly start: { readonly offset: number; readonly line: number; readonly column: number };
  };
}

/** What the parser is reported. */
export interface ParseOptions {
  readonly build: FilterBuilder;
  /** Whether the text is of a style sheet, with its variables and multiples. */
  readonly ofStyles: boolean;
}

/** What a text is, by the rule that it is read by. */
export interface Parsed {
  readonly Filter: Filter;
  readonly Expression: Expression;
}

/** Parses a filter or a value. Throws SyntaxError, and whatever the builder throws. */
export function parse<StartRule extends keyof Parsed>(
  text: string,
  options: ParseOptions & { readonly startRule: StartRule },
): Parsed[StartRule];
