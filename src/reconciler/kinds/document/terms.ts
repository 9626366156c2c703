/** Values that servers know or do not: reference systems, types of stores, parameters of PostGIS stores. */
import type { Position } from "../../../model/diagnostic.ts";
import type { Manifest } from "../../kind.ts";

/** What a value is a term of. */
export type TermType = "system" | "data" | "coverage" | "postgis";

/** A value of a spec that has to be one that servers know. */
export interface Term {
  readonly type: TermType;
  /** Undefined where the manifest leaves it out. */
  readonly text: string | undefined;
  /** Where it stands in the spec. */
  readonly path: readonly string[];
}

/** A term with its place. */
export interface PlacedTerm {
  readonly type: TermType;
  readonly text: string;
  readonly where: Position;
}

/** The terms that a manifest gives, with their places. */
export function placedTerms(
  terms: readonly Term[],
  locate: Manifest["locate"],
): readonly PlacedTerm[] {
  return terms.flatMap(({ type, text, path }) =>
    text === undefined ? [] : [{ type, text, where: locate(["spec", ...path]) }],
  );
}
