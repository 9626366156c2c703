/** Values that servers must know: reference systems, store types, parameters of PostGIS stores. */
import type { Position } from "../../../model/diagnostic.ts";
import type { Manifest } from "../../kind.ts";

export type TermType = "system" | "data" | "coverage" | "postgis";

export interface Term {
  readonly type: TermType;
  /** Undefined where the manifest leaves it out. */
  readonly text: string | undefined;
  readonly path: readonly string[];
}

export interface PlacedTerm {
  readonly type: TermType;
  readonly text: string;
  readonly where: Position;
}

export function placedTerms(
  terms: readonly Term[],
  locate: Manifest["locate"],
): readonly PlacedTerm[] {
  return terms.flatMap(({ type, text, path }) =>
    text === undefined ? [] : [{ type, text, where: locate(["spec", ...path]) }],
  );
}
