/** What a page shows beside the document of a plan, found once the page is written; who writes none loads nothing of it. */
import type { Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { PlanMade } from "../../../reconciler/reconcile.ts";
import type { CommandResult } from "../../present/result.ts";
import type { MetStyles } from "./met-styles.ts";

/** Pictures of changed styles, and where granules lie that come; nothing without a plan, or without a page. */
export function drawnLater(
  { plan, desired }: { readonly plan?: Plan | undefined; readonly desired: PlanMade["desired"] },
  met: MetStyles | undefined,
): Pick<CommandResult, "pictures" | "coming"> {
  if (plan === undefined || met === undefined) return {};
  return {
    pictures: async (order) => {
      const { drawChanges } = await import("./draw-changes.ts");
      return drawChanges({ plan, desired, met }, order);
    },
    coming: async (order) => {
      const { findComing } = await import("./coming-granules.ts");
      return findComing({ plan, resources: desired.state.resources }, order);
    },
  };
}
