/** Effects of a stock server's release line on a plan (docs/versions.md). */
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isKept, unknownLine } from "../../../model/server-line.ts";
import { isSet, type Resource, type ServerProfile } from "../../kind.ts";
import { objectFault } from "../../../model/object-diagnostic.ts";
import type { Change } from "./plan.ts";

export function lineWarnings({ line: found, version }: ServerProfile): readonly Diagnostic[] {
  if (found === undefined || found.isKnown) return [];
  return [{ code: "server-line", severity: "warning", ...unknownLine(version, found.line) }];
}

/** Errors for fields that the server accepts and drops: the plan would never become empty. */
export function droppedFields(
  { address, facts, where }: Resource,
  { action, fields }: Change,
  { line: found, software, version }: ServerProfile,
): readonly Diagnostic[] {
  if (found === undefined) return [];
  const name = software === "geoserver" ? `GeoServer ${version}` : `the line ${found.line}`;
  const changed = action === "update" ? fields.map(({ field }) => field) : Object.keys(facts);
  return changed
    .filter((field) => {
      const fact = facts[field];
      const isNothing = fact === undefined || fact === "" || (isSet(fact) && fact.length === 0);
      return !isNothing && !isKept(found.line, address.kind, field);
    })
    .map((field) => {
      const what = `sets ${field}, which ${name} answers with 200 and drops`;
      const hint = `Take ${field} out of the manifest for this server (docs/versions.md).`;
      return objectFault(address, "field-dropped", what, { hint, where });
    });
}
