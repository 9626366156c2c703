/** What an apply tells: the plan before it, and afterwards what became of each request. */
import { formatAddress } from "../model/address.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan.ts";
import type { ApplyResult } from "../reconciler/reconcile.ts";
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
import { VERSION } from "../version.ts";
import { document, jsonLine, note, paintFor } from "./output.ts";

/** Shows a plan that is about to be applied. */
export function showPlan(plan: Plan, output: "text" | "json", url: string): void {
  if (output === "json") {
    jsonLine({ type: "plan", ...planDocument(plan, { url, version: VERSION }) });
  } else {
    document(renderPlan(plan, paintFor(process.stdout)));
  }
}

/** Tells how an apply ended. */
export function reportApply(
  plan: Plan,
  result: ApplyResult,
  { output, done }: { readonly output: "text" | "json"; readonly done: string },
): void {
  if (output === "json") reportLines(plan, result);
  else reportText(plan, result, done);
}

function reportLines(plan: Plan, result: ApplyResult): void {
  const { execution, diagnostics, converged, bookkeeping } = result;
  for (const step of [...execution.reports, ...execution.rescues]) {
    jsonLine({ type: "request", format_version: FORMAT_VERSION, ...reportDocument(step) });
  }
  jsonLine({
    type: "summary",
    format_version: FORMAT_VERSION,
    converged,
    requests: doneIn(result),
    planned: plan.steps.length,
    rescues: execution.rescues.length,
    bookkeeping,
    lost: execution.lost.map(({ live }) => formatAddress(live.address)),
    diagnostics: diagnosticDocuments(diagnostics),
  });
}

function reportText(plan: Plan, result: ApplyResult, done: string): void {
  const { execution, diagnostics, converged } = result;
  const paint = paintFor(process.stderr);
  note(renderRemarks(execution.reports, paint));
  note(renderFailures(execution.reports, paint));
  for (const { step, outcome } of execution.rescues)
    note(`Put back after the failure: ${step.summary} (${outcome}).\n`);
  const lost = execution.lost.map(({ live }) => formatAddress(live.address));
  if (lost.length > 0)
    note(
      `${paint("red", "Lost:")} ${lost.join(", ")}. It is written down: the next apply brings it back.\n`,
    );
  note(renderDiagnostics(diagnostics, paint));
  if (!hasChanges(plan)) return;
  const verdict = converged
    ? done
    : "Not finished: the reasons are above; run apply again once they are gone.";
  document(`${verdict} ${doneIn(result)} of ${plan.steps.length} requests done.\n`);
}

function doneIn({ execution }: ApplyResult): number {
  return execution.reports.filter(({ outcome }) => outcome === "done").length;
}
