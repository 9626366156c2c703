/** `plumbline plan`: what apply would do. Holds a connection that can only read. */
import { hasErrors } from "../model/diagnostic.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan.ts";
import { planEstate, type Planned } from "../reconciler/reconcile.ts";
import { diagnosticDocuments, planDocument } from "../reconciler/report/json.ts";
import { renderPlan } from "../reconciler/report/text.ts";
import { VERSION } from "../version.ts";
import { connectForReading } from "./connect.ts";
import { endWithErrors, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument, note, paintFor } from "./output.ts";
import { approvalFor, situationOf, writePlanFile } from "./plan-files.ts";
import type { EstateFlags } from "./settings.ts";

/** Flags that `plan` and `apply` share. */
export interface PlanFlags extends EstateFlags {
  readonly output: "text" | "json";
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
  return onServer(paths, flags, connectForReading, async ({ settings, target, connection }) => {
    // A plan file is made, and later compared, as of one moment.
    const now = Date.now();
    const planned = await planEstate({ ...settings.estate, clock: () => now }, connection);
    const { plan } = planned;
    if (plan === undefined || hasErrors(planned.diagnostics))
      return endWithErrors(planned.diagnostics, flags.output);
    tell(planned.diagnostics);
    show(planned, plan, flags, target.url);
    if (flags.out !== undefined) {
      const situation = situationOf(settings, target, now);
      const job = { settings, situation, expiresMs: flags.expires };
      await writePlanFile(flags.out, approvalFor(planned, plan, target.url), job);
      note(`Written to ${flags.out}; apply --plan ${flags.out} runs it.\n`);
    }
    return flags.detailedExitcode && hasChanges(plan) ? exitCodes.changes : exitCodes.success;
  });
}

function show(planned: Planned, plan: Plan, { output }: PlanFlags, url: string): void {
  if (output === "text") return document(renderPlan(plan, paintFor(process.stdout)));
  const diagnostics = diagnosticDocuments(planned.diagnostics);
  jsonDocument({ ...planDocument(plan, { url, version: VERSION }), complete: true, diagnostics });
}
