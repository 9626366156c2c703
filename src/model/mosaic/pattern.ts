/**
 * Compiles Java regular expressions. Patterns of exponential cost are refused, and so are matches
 * of too costly texts: no file name can hang the caller.
 */
import { mosaicDefinition as limits } from "../limits.ts";
import { costOfOptions, stepsOf, type PatternCost } from "./pattern-cost.ts";
import type { ProblemAbout } from "../mosaic.ts";
import { expressionOf, PatternError } from "./pattern-source.ts";
import { parsePattern } from "./pattern-tree.ts";
import { writePattern } from "./pattern-writer.ts";

/** A compiled pattern. */
export interface Pattern {
  readonly source: string;
  /** Numbers of the original groups. */
  readonly groups: readonly number[];
  readonly cost: PatternCost;
}

/** A pattern, or why it cannot be used. */
export type CompiledPattern =
  | { readonly pattern: Pattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string; readonly about: ProblemAbout };

/** Reads a pattern. */
export function compilePattern(text: string): CompiledPattern {
  if (text.length > limits.patternCharacters) {
    return {
      problem: `has ${text.length} characters; the limit is ${limits.patternCharacters}`,
      about: "included-server",
    };
  }
  try {
    const options = parsePattern(text);
    const cost = costOfOptions(options);
    const { source, groups } = writePattern(options);
    // The JavaScript engine makes the final syntax check.
    expressionOf(source, "v");
    return { pattern: { source, groups, cost } };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { about, message } = error;
    return { problem: `is not a usable regular expression: ${message}`, about };
  }
}

/** Joined groups of all matches, or whole matches without groups. */
export type Matches =
  | { readonly matches: readonly string[]; readonly problem?: undefined }
  | { readonly matches?: undefined; readonly problem: string };

/** Finds all matches, or reports why matching is refused. */
export function matchesOf({ source, groups, cost }: Pattern, text: string): Matches {
  if (text.length > limits.subjectCharacters) {
    return { problem: `the name has more than ${limits.subjectCharacters} characters` };
  }
  if (stepsOf(cost, text.length) > limits.patternSteps) {
    return {
      problem: `the pattern leaves too much open for a name of ${text.length} characters; say more exactly what it may match`,
    };
  }
  const found = [...text.matchAll(expressionOf(source, "gv"))];
  return {
    matches: found.map((match) =>
      groups.length === 0 ? match[0] : groups.map((group) => match[group] ?? "").join(""),
    ),
  };
}
