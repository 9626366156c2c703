/** Plans as documents, for programs. */
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import { planDocument as documentOf, type PlanAbout } from "../reconciler/report/json.ts";
import { VERSION } from "../version.ts";

/** A plan as the document of `plan -o json`; `about` says where it was made: `{ url }`. */
export function planDocument(
  plan: Plan,
  about: Partial<PlanAbout> & Pick<PlanAbout, "url">,
): ReturnType<typeof documentOf> {
  return documentOf(plan, { ...about, version: about.version ?? VERSION });
}
