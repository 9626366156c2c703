/** `plumbline plan`: what apply would do. The connection is read-only. */
import { hasErrors } from "../../model/diagnostic.ts";
import { withLiveReach } from "../../reconciler/engine/inspect/survey.ts";
import { hasChanges, type Plan } from "../../reconciler/engine/plan/plan.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { planEstate, type PlanMade, type Planned } from "../../reconciler/reconcile.ts";
import { diagnosticDocuments, planDocument } from "../../reconciler/report/json.ts";
import { stateRequests } from "../../reconciler/session.ts";
import { VERSION } from "../../version.ts";
import type { PlanFlags } from "../flags/plan.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { unwritableFile } from "../process/writing.ts";
import { connectForReading, type ReadingConnection } from "../settings/connect.ts";
import type { ServerSettings, Settings } from "../settings/settings.ts";
import { onServer, type Given } from "./on-server.ts";
import { differsIn, perTarget } from "./per-target.ts";
import { keepStyles, type MetStyles } from "./pictures/met-styles.ts";
import { drawnLater } from "./pictures/drawn-later.ts";
import { approvalFor, contextOf, writePlanFile } from "./plan-files.ts";

/** Plans, for each selected target. */
export function runPlan(given: Given<PlanFlags>): Promise<CommandResult> {
  return perTarget(given, planOne);
}

async function planOne(given: Given<PlanFlags>): Promise<CommandResult> {
  const { out, expires } = given.flags;
  const unwritable = out === undefined ? undefined : unwritableFile(out);
  if (unwritable !== undefined) return failure([unwritable]);
  return onServer(given, connectForReading, async ({ settings, target, connection }) => {
    // A plan file is made and later compared at one fixed time.
    const now = given.context.now();
    const estate = { ...settings.estate, secrets: "compared" as const, clock: () => now };
    const kept = keepStyles(given.context.outputOptions);
    const made = await planEstate(estate, { ...connection, met: kept?.met });
    const planned = given.flags.liveReach === true ? await reachingOn(made, connection) : made;
    const shown = planResult(planned, { settings, target }, given.flags, kept);
    if (!planned.ok || hasErrors(planned.diagnostics) || out === undefined) return shown;
    const context = contextOf(settings, target, now);
    const job = { settings, context };
    const state = stateRequestsOf(planned, settings);
    await writePlanFile(out, approvalFor(planned, target.url, state), job, expires);
    const on = given.flags.target === undefined ? "" : ` --target ${target.name}`;
    const isStopped = planned.plan.blocks.length > 0;
    const use = isStopped
      ? "no apply runs it, as it is stopped"
      : `apply${on} --plan ${out} runs it`;
    return { ...shown, notice: `Written to ${out}; ${use}.\n` };
  });
}

/** Adds what the changes affect on the whole server. */
async function reachingOn(planned: Planned, context: ReadingConnection): Promise<Planned> {
  if (!planned.ok) return planned;
  const { resources } = planned.desired.state;
  const plan = await withLiveReach(planned.plan, { resources, kinds, context });
  return { ...planned, plan };
}

/** The result of a command that only shows a plan. */
export function planResult(
  planned: Planned,
  { settings, target: { name, url } }: ServerSettings,
  { detailedExitcode }: Pick<PlanFlags, "detailedExitcode">,
  kept: MetStyles | undefined,
): CommandResult {
  const { plan, diagnostics, desired } = planned;
  const differs = differsIn(plan);
  if (plan === undefined || hasErrors(diagnostics)) return { ...failure(diagnostics), differs };
  const about = { name, url, version: VERSION, stateRequests: stateRequestsOf(planned, settings) };
  const document = Object.assign(planDocument(plan, about), {
    complete: true,
    diagnostics: diagnosticDocuments(diagnostics),
  });
  const page = drawnLater({ plan, desired }, kept);
  return { code: codeOf(plan, detailedExitcode), diagnostics, document, differs, page };
}

/** Requests that store the estate's state; none with local state. */
export function stateRequestsOf(planned: PlanMade, { inventory }: Settings): number {
  const isStopped = planned.plan.blocks.length > 0;
  return inventory.type === "local" || isStopped ? 0 : stateRequests(planned);
}

/** Blocks take precedence over changes. */
function codeOf(plan: Plan, isDetailed = false): ExitCode {
  if (!isDetailed) return exitCodes.success;
  if (plan.blocks.length > 0) return exitCodes.blocked;
  return hasChanges(plan) ? exitCodes.changes : exitCodes.success;
}
