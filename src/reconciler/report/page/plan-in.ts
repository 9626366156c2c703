/** Finds the plan in the document of a run. Pure. */
import type { PlanDocument, RunDocument } from "../documents.ts";

/** The plan that a document is or contains; undefined without one. */
export function planIn(document: RunDocument): PlanDocument | undefined {
  if (document.type === "plan") return document;
  return document.type === "apply" || document.type === "rehearsal" ? document.plan : undefined;
}
