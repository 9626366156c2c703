/** `plumbline plan`: what apply would do. Holds a connection that can only read. */
import { hasErrors } from "../model/diagnostic.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan/plan.ts";
import { planEstate, type Planned } from "../reconciler/reconcile.ts";
import { diagnosticDocuments, planDocument } from "../reconciler/report/json.ts";
import { renderHeader, renderPlanDocument, type Paint } from "../reconciler/report/text.ts";
import { VERSION } from "../version.ts";
import { connectForReading } from "./connect.ts";
import { endRun, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { onServer } from "./on-server.ts";
import { remark } from "./output.ts";
import { approvalFor, situationOf, writePlanFile } from "./plan-files.ts";
import { foldingFor, tellRun, type Asked } from "./reports.ts";
import type { EstateFlags, Target } from "./settings.ts";

/** Flags that `plan` and `apply` share. */
export interface PlanFlags extends EstateFlags, Asked {
  readonly detailedExitcode?: boolean;
}

/** Flags of `plan`. */
export interface PlanOnlyFlags extends PlanFlags {
  /** The plan file to write. */
  readonly out?: string;
  /** Milliseconds until it may not be applied any more. */
  readonly expires?: number;
}

/** Plans and prints the plan; with `--out` it is written to a file too. */
export function runPlan(paths: readonly string[], flags: PlanOnlyFlags): Promise<ExitCode> {
  const writes = flags.out === undefined ? [] : [flags.out];
  const asked = { ...flags, writes };
  return onServer(paths, asked, connectForReading, async ({ settings, target, connection }) => {
    // A plan file is made, and later compared, as of one moment.
    const now = Date.now();
    const estate = { ...settings.estate, secrets: "compared" as const, clock: () => now };
    const planned = await planEstate(estate, connection);
    const { plan } = planned;
    if (plan === undefined || hasErrors(planned.diagnostics))
      return endRun(flags, planned.diagnostics);
    tell(planned.diagnostics);
    await showPlan(planned, plan, flags, target);
    if (flags.out !== undefined) {
      const situation = situationOf(settings, target, now);
      const job = { settings, situation, expiresMs: flags.expires };
      await writePlanFile(flags.out, approvalFor(planned, plan, target.url), job);
      remark(`Written to ${flags.out}; apply --plan ${flags.out} runs it.\n`);
    }
    return codeOf(plan, flags);
  });
}

/** What a command ends with that only shows a plan: what stops it weighs more than that it changes something. */
export function codeOf(plan: Plan, { detailedExitcode }: PlanFlags): ExitCode {
  if (detailedExitcode !== true) return exitCodes.success;
  if (plan.blocks.length > 0) return exitCodes.blocked;
  return hasChanges(plan) ? exitCodes.changes : exitCodes.success;
}

/** Tells a plan in the form that was asked for. */
export function showPlan(
  planned: Planned,
  plan: Plan,
  flags: PlanFlags,
  { name, url }: Pick<Target, "name" | "url">,
): Promise<void> {
  const diagnostics = diagnosticDocuments(planned.diagnostics);
  const about = planDocument(plan, { name, url, version: VERSION });
  const document = { ...about, complete: true, diagnostics };
  const text = (paint: Paint) =>
    `${renderHeader(document, paint)}\n${renderPlanDocument(document, paint, foldingFor(flags))}`;
  return tellRun(flags, { document, text });
}
