/** Runs plans of which a test expects that they may run. */
import * as reconcile from "../../../src/reconciler/reconcile.ts";
import { cutting } from "../servers/no-answer.ts";

/** Applies a plan. Rejects where it has errors, or a guard stops it. */
export async function applyPlan(
  planned: reconcile.Planned,
  options: reconcile.ApplyOptions,
): Promise<reconcile.ApplyResult> {
  const runs = reconcile.approved(planned);
  if (runs === undefined) throw new TypeError("the plan has errors or is blocked");
  return reconcile.applyPlan(runs, { ...options, send: cutting(options.send) });
}
