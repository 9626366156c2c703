/** Warns about unknown reference systems, and near misses of store types and parameters. */
import { parameterMeant } from "../../../lint/connection-parameters.ts";
import { systemProblem } from "../../../lint/epsg.ts";
import { typeMeant } from "../../../lint/store-types.ts";
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import type { PlacedTerm } from "./terms.ts";

export function lintTerms(terms: readonly PlacedTerm[]): readonly Diagnostic[] {
  return terms.flatMap(({ type, text, where }): readonly Diagnostic[] => {
    if (type === "system") {
      const problem = systemProblem(text);
      return problem === undefined
        ? []
        : [{ code: "system-unknown", severity: "warning", ...problem, where }];
    }
    const isParameter = type === "postgis";
    const meant = isParameter ? parameterMeant(text) : typeMeant(text, type);
    if (meant === undefined) return [];
    const code = isParameter ? "parameter-unknown" : "store-type-unknown";
    const message = isParameter
      ? `A PostGIS store has no connection parameter ${text}`
      : `Servers know no type of stores ${text}`;
    return [warning(code, message, { hint: `Did you mean ${meant}?`, where })];
  });
}
