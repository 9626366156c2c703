/** What a run that writes tells: its plan, what happens, and afterwards what became of each request. */
import { formatAddress } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Upload } from "../reconciler/client/http.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan/plan.ts";
import type { StepReport } from "../reconciler/engine/run/events.ts";
import type { ApplyResult } from "../reconciler/reconcile.ts";
import type { ApplyDocument } from "../reconciler/report/documents.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
  reportDocument,
} from "../reconciler/report/json.ts";
import { renderAfterwards, renderFailures } from "../reconciler/report/failures.ts";
import { renderHeader, renderPlanDocument, renderRemarks } from "../reconciler/report/text.ts";
import { VERSION } from "../version.ts";
import { newRunId, openEvents, type LockState } from "./apply-events.ts";
import { codeFor, endRun, tell } from "./ending.ts";
import type { ExitCode } from "./exit-codes.ts";
import { document, isQuiet, note, paintFor, remark } from "./output.ts";
import {
  liveLine,
  openProgress,
  plainLines,
  silent,
  type Progress,
  type ProgressSink,
} from "./progress.ts";
import { fitted, foldingFor, tellRun, writeReports, type Asked } from "./reports.ts";
import type { Work } from "./ready.ts";
import type { Target } from "./settings.ts";

/** Tells one run that writes, in the form that was asked for. */
export interface Teller {
  /** Shows a plan that is about to run. */
  readonly plan: (plan: Plan, target: RunEnd["target"]) => void;
  readonly lock: (state: LockState, message?: string) => void;
  /** Progress from the first request on; closed when the last one is over. */
  readonly begin: () => Progress;
  /** How far a large body is. */
  readonly uploading: (upload: Upload) => void;
  /** Ends a run that failed before it had a result. */
  readonly fail: (diagnostics: readonly Diagnostic[]) => Promise<ExitCode>;
  /** Ends a run, or what kept it from running. */
  readonly end: (end: RunEnd) => Promise<ExitCode>;
}

/** How a run ended. */
export interface RunEnd {
  readonly plan: Plan;
  readonly target: Pick<Target, "name" | "url">;
  /** Undefined when it did not run. */
  readonly result: ApplyResult | undefined;
  readonly outcome: ApplyDocument["outcome"];
  readonly code: ExitCode;
  readonly work: Pick<Work, "command" | "done" | "donePart">;
}

/** Begins to tell a run. */
export function openTeller(asked: Asked): Teller {
  const runId = newRunId();
  const events = asked.output === "json" ? openEvents(runId) : undefined;
  const sink = events?.progress ?? progressOn(process.stderr);
  let progress: Progress | undefined;
  return {
    plan: (plan, { name, url }) => {
      const shown = planDocument(plan, { name, url, version: VERSION });
      if (events !== undefined) events.plan(shown);
      else showPlan(shown, asked);
    },
    lock: (state, message) => {
      events?.lock(state, message);
      if (message !== undefined) remark(`${message}\n`);
    },
    begin: () => (progress = openProgress(sink)),
    uploading: (upload) => progress?.uploading(upload),
    fail: async (diagnostics) => {
      if (events === undefined) return endRun(asked, diagnostics);
      tell(diagnostics);
      const code = codeFor(diagnostics);
      events.failed(diagnostics, code);
      await writeReports(asked, { document: failureOf(diagnostics) });
      return code;
    },
    end: async (end) => {
      if (events !== undefined) events.end(end);
      else if (end.result !== undefined) tellEnd(end, asked.output);
      const saved = applyDocument(end, runId);
      const isPrinted = asked.output === "text" || events !== undefined;
      if (isPrinted) await writeReports(asked, { document: saved });
      else await tellRun(asked, { document: saved, text: () => "" });
      return end.code;
    },
  };
}

function failureOf(diagnostics: readonly Diagnostic[]) {
  const documents = diagnosticDocuments(diagnostics);
  const format = { type: "failure", format_version: FORMAT_VERSION } as const;
  return { ...format, complete: false, diagnostics: documents } as const;
}

function progressOn(stream: NodeJS.WriteStream): ProgressSink {
  if (isQuiet()) return silent;
  return stream.isTTY ? liveLine(stream) : plainLines(stream);
}

/** A plan as text; where stdout is for a report, it is still seen before it runs. */
function showPlan(shown: ReturnType<typeof planDocument>, asked: Asked): void {
  const { output } = asked;
  const stream = output === "text" ? process.stdout : process.stderr;
  const print = output === "text" ? document : note;
  print(
    fitted((paint) => {
      const plan = renderPlanDocument(shown, paint, foldingFor(asked));
      return `${renderHeader(shown, paint)}\n${plan}`;
    }, stream),
  );
}

function tellEnd(end: RunEnd, output: Asked["output"]): void {
  const { plan, result } = end;
  if (result === undefined) return;
  const { execution, diagnostics } = result;
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
  note(renderAfterwards(diagnostics, paint));
  if (!hasChanges(plan)) return;
  const print = output === "text" ? document : remark;
  print(`${verdictOf(end, result)}\n`);
}

function verdictOf({ plan, outcome, work }: RunEnd, { execution, converged }: ApplyResult): string {
  const count = (wanted: StepReport["outcome"]) =>
    execution.reports.filter((one) => one.outcome === wanted).length;
  const tally = `${count("done")} of ${plan.steps.length} requests done`;
  if (outcome === "interrupted")
    return `Interrupted: ${tally}, ${count("skipped")} not tried. Run ${work.command} again.`;
  const verdict = converged
    ? plan.selection === undefined
      ? work.done
      : work.donePart
    : `Not finished: the reasons are above; run ${work.command} again once they are gone.`;
  return `${verdict} ${tally}.`;
}

/** A run as one document. */
function applyDocument({ plan, target, result, outcome, code }: RunEnd, runId: string) {
  const { name, url } = target;
  const { execution, diagnostics = [], converged = false, bookkeeping = 0 } = result ?? {};
  const { reports = [], rescues = [], lost = [] } = execution ?? {};
  return {
    type: "apply" as const,
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version: VERSION },
    run_id: runId,
    plan: planDocument(plan, { name, url, version: VERSION }),
    requests: reports.map(reportDocument),
    rescues: rescues.map(reportDocument),
    lost: lost.map(({ live }) => formatAddress(live.address)),
    bookkeeping,
    converged,
    outcome,
    exit_code: code,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}
