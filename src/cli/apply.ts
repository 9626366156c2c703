/** `plumbline apply`: plans, asks, runs the plan, reads back. */
import { confirm, isCancel } from "@clack/prompts";
import { hasErrors } from "../model/diagnostic.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan.ts";
import { applyPlan, planEstate, type ApplyResult, type Planned } from "../reconciler/reconcile.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
  reportDocument,
} from "../reconciler/report/json.ts";
import {
  renderDiagnostics,
  renderFailures,
  renderPlan,
  renderRemarks,
} from "../reconciler/report/text.ts";
import { formatAddress } from "../model/address.ts";
import { VERSION } from "../version.ts";
import { connectForWriting, type WritingConnection } from "./connect.ts";
import { endWithErrors, ending, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, jsonLine, note, paintFor } from "./output.ts";
import type { PlanFlags } from "./plan.ts";
import { openProgress } from "./progress.ts";
import { findSettings } from "./settings.ts";

/** Flags of `apply`. */
export interface ApplyFlags extends PlanFlags {
  readonly yes?: boolean;
}

/** Plans and applies. */
export function runApply(paths: readonly string[], flags: ApplyFlags): Promise<ExitCode> {
  let url = flags.url ?? "";
  return ending(
    flags.output,
    () => url,
    async () => {
      const { settings, diagnostics } = await findSettings(paths, flags, true);
      if (settings?.target === undefined) return endWithErrors(diagnostics, flags.output);
      url = settings.target.url;
      const connection = await connectForWriting(settings, settings.target);
      try {
        const planned = await planEstate(settings.estate, connection);
        const { plan } = planned;
        if (plan === undefined || hasErrors(planned.diagnostics))
          return endWithErrors(planned.diagnostics, flags.output);
        tell(planned.diagnostics);
        showPlan(plan, flags, url);
        const refusal = await refuse(plan, flags);
        if (refusal !== undefined) return refusal;
        return await run({ planned, plan, connection, flags });
      } finally {
        await connection.close();
      }
    },
  );
}

function showPlan(plan: Plan, flags: ApplyFlags, url: string): void {
  if (flags.output === "json") {
    jsonLine({ type: "plan", ...planDocument(plan, { url, version: VERSION }) });
  } else {
    document(renderPlan(plan, paintFor(process.stdout)));
  }
}

/** Why a plan is not run: blocked, nobody to ask, or the answer was no. */
async function refuse(plan: Plan, flags: ApplyFlags): Promise<ExitCode | undefined> {
  if (plan.blocks.length > 0) {
    note("Nothing was changed.\n");
    return exitCodes.blocked;
  }
  if (!hasChanges(plan) || flags.yes) return undefined;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note("There is nobody to ask: give --yes to apply without a question. Nothing was changed.\n");
    return exitCodes.usage;
  }
  const answer = await confirm({
    message: "Apply this plan?",
    initialValue: false,
    output: process.stderr,
  });
  if (answer === true && !isCancel(answer)) return undefined;
  note("Nothing was changed.\n");
  return exitCodes.success;
}

async function run(job: {
  planned: Planned;
  plan: Plan;
  connection: WritingConnection;
  flags: ApplyFlags;
}): Promise<ExitCode> {
  const { planned, plan, connection, flags } = job;
  const progress = openProgress(flags.output === "json" ? undefined : process.stderr);
  let interrupted = false;
  const interrupt = () => {
    if (interrupted) process.exit(exitCodes.interrupted);
    interrupted = true;
    note("\nStopping after the request in flight; once more stops at once.\n");
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    const { send, inventory } = connection;
    const result = await applyPlan(planned, {
      send,
      inventory,
      onEvent: progress.show,
      interrupted: () => interrupted,
    });
    progress.close();
    report(plan, result, flags);
    if (!result.converged) return interrupted ? exitCodes.interrupted : exitCodes.partial;
    return flags.detailedExitcode && hasChanges(plan) ? exitCodes.changes : exitCodes.success;
  } finally {
    progress.close();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

function report(plan: Plan, result: ApplyResult, flags: ApplyFlags): void {
  const { execution, diagnostics, converged, bookkeeping } = result;
  const done = execution.reports.filter(({ outcome }) => outcome === "done").length;
  const lost = execution.lost.map(formatAddress);
  if (flags.output === "json") {
    for (const step of [...execution.reports, ...execution.rescues]) {
      jsonLine({ type: "request", format_version: FORMAT_VERSION, ...reportDocument(step) });
    }
    const documents = diagnosticDocuments(diagnostics);
    const counts = {
      requests: done,
      planned: plan.steps.length,
      rescues: execution.rescues.length,
      bookkeeping,
    };
    jsonLine({
      type: "summary",
      format_version: FORMAT_VERSION,
      converged,
      ...counts,
      lost,
      diagnostics: documents,
    });
    return;
  }
  const paint = paintFor(process.stderr);
  note(renderRemarks(execution.reports, paint));
  note(renderFailures(execution.reports, paint));
  for (const { step, outcome } of execution.rescues)
    note(`Put back after the failure: ${step.summary} (${outcome}).\n`);
  if (lost.length > 0)
    note(`${paint("red", "Lost:")} ${lost.join(", ")}. Plan again to see what is missing.\n`);
  note(renderDiagnostics(diagnostics, paint));
  if (!hasChanges(plan)) return;
  const verdict = converged
    ? "Applied: the catalog is as declared."
    : "Not finished: the reasons are above; run apply again once they are gone.";
  document(`${verdict} ${done} of ${plan.steps.length} requests done.\n`);
}
