/** What the line of a stock server means for a plan (docs/versions.md). */
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isKept, unknownLine } from "../../../model/server-line.ts";
import type { FactValue, Resource, ServerProfile } from "../../kind.ts";
import { objectDiagnostic } from "../../../model/object-diagnostic.ts";
import type { Change } from "./plan.ts";

/** A warning where the version of the server is of no known line. */
export function lineWarnings({ line: found, version }: ServerProfile): readonly Diagnostic[] {
  if (found === undefined || found.isKnown) return [];
  return [{ code: "server-line", severity: "warning", ...unknownLine(version, found.line) }];
}

/** What a change would set and the server would not keep, though it takes it: the plan would never become empty. */
export function droppedFields(
  { address, facts, where }: Resource,
  { action, fields }: Change,
  { line: found, software, version }: ServerProfile,
): readonly Diagnostic[] {
  if (found === undefined) return [];
  const name = software === "geoserver" ? `GeoServer ${version}` : `the line ${found.line}`;
  const changed = action === "update" ? fields.map(({ field }) => field) : Object.keys(facts);
  return changed
    .filter((field) => !isKept(found.line, address.kind, field) && !isNothing(facts[field]))
    .map((field) => ({
      ...objectDiagnostic(address, {
        code: "field-dropped",
        severity: "error",
        what: `sets ${field}, which ${name} answers with 200 and drops`,
        hint: `Take ${field} out of the manifest for this server (docs/versions.md).`,
      }),
      where,
    }));
}

function isNothing(fact: FactValue | undefined): boolean {
  return fact === undefined || fact === "" || (Array.isArray(fact) && fact.length === 0);
}
