/** What is worth a warning in the terms of manifests. */
import { systemProblem } from "../../../lint/epsg.ts";
import { typeMeant } from "../../../lint/store-types.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { PlacedTerm } from "./terms.ts";

/** Warnings about reference systems that are not there, and types of stores that are nearly others. */
export function lintTerms(terms: readonly PlacedTerm[]): readonly Diagnostic[] {
  return terms.flatMap(({ type, text, where }): readonly Diagnostic[] => {
    if (type === "system") {
      const problem = systemProblem(text);
      return problem === undefined
        ? []
        : [{ code: "system-unknown", severity: "warning", ...problem, where }];
    }
    const meant = typeMeant(text, type);
    if (meant === undefined) return [];
    const message = `Servers know no type of stores ${text}`;
    const hint = `Did you mean ${meant}?`;
    return [{ code: "store-type-unknown", severity: "warning", message, hint, where }];
  });
}
