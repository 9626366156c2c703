/** What draws the pictures of a plan once a page is written; who writes none loads nothing of it. */
import type { Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { PlanMade } from "../../../reconciler/reconcile.ts";
import type { CommandResult } from "../../present/result.ts";
import type { MetStyles } from "./met-styles.ts";

/** The pictures of a plan, by what was met when it was made; undefined without one of them. */
export function picturesOf(
  { plan, desired }: { readonly plan?: Plan | undefined; readonly desired: PlanMade["desired"] },
  met: MetStyles | undefined,
): CommandResult["pictures"] {
  if (plan === undefined || met === undefined) return undefined;
  return async (order) => {
    const { drawChanges } = await import("./draw-changes.ts");
    return drawChanges({ plan, desired, met }, order);
  };
}
