/** Values that servers know or do not: reference systems and types of stores. */
import type { Position } from "../../../model/diagnostic.ts";
import type { Manifest } from "../../kind.ts";

/** What a value is a term of. */
export type TermSort = "system" | "data" | "coverage";

/** A value of a spec that has to be one that servers know. */
export interface Term {
  readonly sort: TermSort;
  /** Undefined where the manifest leaves it out. */
  readonly text: string | undefined;
  /** Where it stands in the spec. */
  readonly path: readonly string[];
}

/** A term with its place. */
export interface PlacedTerm {
  readonly sort: TermSort;
  readonly text: string;
  readonly where: Position;
}

/** The terms that a manifest gives, with their places. */
export function placedTerms(
  terms: readonly Term[],
  locate: Manifest["locate"],
): readonly PlacedTerm[] {
  return terms.flatMap(({ sort, text, path }) =>
    text === undefined ? [] : [{ sort, text, where: locate(["spec", ...path]) }],
  );
}
