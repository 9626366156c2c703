/** The plan of a run, whatever the run was. Pure. */
import type { PlanDocument, RunDocument } from "../documents.ts";

/** The plan that the document of a run is, or holds; undefined for a run without one. */
export function planIn(document: RunDocument): PlanDocument | undefined {
  if (document.type === "plan") return document;
  return document.type === "apply" || document.type === "rehearsal" ? document.plan : undefined;
}
