/** What the HTML report shows more of, made when it is written; other reports load none of it. */
import { graphOfDeclared } from "../../../reconciler/engine/inspect/graph.ts";
import { change, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { DriftFound } from "../../../reconciler/drift.ts";
import type { PlanMade } from "../../../reconciler/reconcile.ts";
import type { CommandResult } from "../../present/result.ts";
import type { MetStyles } from "./met-styles.ts";

/**
 * The graph, pictures of changed styles and footprints of added granules; undefined without an HTML
 * report.
 */
export function drawnLater(
  { plan, desired }: { readonly plan: Plan; readonly desired: PlanMade["desired"] },
  met: MetStyles | undefined,
): CommandResult["page"] {
  if (met === undefined) return undefined;
  const { resources } = desired.state;
  const { changes } = plan;
  return async (order) => {
    const { drawChanges } = await import("./draw-changes.ts");
    const { findComing } = await import("./coming-granules.ts");
    return {
      graph: graphOfDeclared(resources),
      pictures: await drawChanges({ changes, resources, met }, order),
      coming: await findComing({ plan, resources }, order),
    };
  };
}

/** Pictures of drifted styles, from the applied to the live version. */
export function driftDrawnLater(
  { drifted, applied: resources }: Pick<DriftFound, "drifted" | "applied">,
  met: MetStyles | undefined,
): CommandResult["page"] {
  if (met === undefined) return undefined;
  return async (order) => {
    const { drawChanges } = await import("./draw-changes.ts");
    const changed = drifted.filter(({ gone }) => !gone);
    const changes = changed.map(({ address, fields }) => change(address, "update", { fields }));
    return { pictures: await drawChanges({ changes, resources, met }, order, true) };
  };
}
