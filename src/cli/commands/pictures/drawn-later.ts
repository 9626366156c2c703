/** Lazily computed parts of the HTML report; other reports load none of this code. */
import { change, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { DriftFound } from "../../../reconciler/drift.ts";
import type { PlanMade } from "../../../reconciler/reconcile.ts";
import type { CommandResult } from "../../present/result.ts";
import type { MetStyles } from "./met-styles.ts";

/**
 * Pictures of changed styles and footprints of added granules; empty without a plan or HTML report.
 */
export function drawnLater(
  { plan, desired }: { readonly plan?: Plan | undefined; readonly desired: PlanMade["desired"] },
  met: MetStyles | undefined,
): Pick<CommandResult, "pictures" | "coming"> {
  if (plan === undefined || met === undefined) return {};
  const { resources } = desired.state;
  const { changes } = plan;
  return {
    pictures: async (order) => {
      const { drawChanges } = await import("./draw-changes.ts");
      return drawChanges({ changes, resources, met }, order);
    },
    coming: async (order) => {
      const { findComing } = await import("./coming-granules.ts");
      return findComing({ plan, resources }, order);
    },
  };
}

/** Pictures of drifted styles, from the applied to the live version. */
export function driftDrawnLater(
  { drifted, applied: resources }: Pick<DriftFound, "drifted" | "applied">,
  met: MetStyles | undefined,
): Pick<CommandResult, "pictures"> {
  if (met === undefined) return {};
  return {
    pictures: async (order) => {
      const { drawChanges } = await import("./draw-changes.ts");
      const changed = drifted.filter(({ gone }) => !gone);
      const changes = changed.map(({ address, fields }) => change(address, "update", { fields }));
      return drawChanges({ changes, resources, met }, order, true);
    },
  };
}
