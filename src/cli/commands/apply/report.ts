/** What a run that writes reports: its plan, what happens, and in the end what became of each request. */
import { formatAddress } from "../../../model/address.ts";
import type { Upload } from "../../../reconciler/client/http.ts";
import type { StepReport } from "../../../reconciler/engine/run/events.ts";
import { hasChanges, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { ApplyResult } from "../../../reconciler/reconcile.ts";
import type { ApplyDocument } from "../../../reconciler/report/documents.ts";
import { renderAfterwards, renderFailures } from "../../../reconciler/report/failures.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
  reportDocument,
} from "../../../reconciler/report/json.ts";
import {
  renderHeader,
  renderPlanDocument,
  renderRemarks,
  type Paint,
} from "../../../reconciler/report/text.ts";
import type { LockEvent } from "../../../reconciler/session.ts";
import { VERSION } from "../../../version.ts";
import { fitted } from "../../present/present.ts";
import {
  liveLine,
  openProgress,
  plainLines,
  silent,
  type Progress,
  type ProgressSink,
} from "../../present/progress.ts";
import { foldingFor } from "../../present/reports.ts";
import type { CommandResult } from "../../present/result.ts";
import type { CommandContext } from "../../process/context.ts";
import type { ExitCode } from "../../process/exit-codes.ts";
import type { Target } from "../../settings/settings.ts";
import { lockReporter } from "../lock-reporter.ts";
import { differsIn } from "../per-target.ts";
import { newRunId, openEvents } from "./events.ts";

/** Reports one run that writes, in the form that was asked for. */
export interface Reporter {
  /** Shows a plan that is about to run. */
  readonly plan: (plan: Plan, target: RunEnd["target"]) => void;
  readonly lock: (event: LockEvent) => void;
  /** Progress from the first request on; closed when the last one is over. */
  readonly begin: () => Progress;
  /** How far a large body is. */
  readonly uploading: (upload: Upload) => void;
  /** Ends the report with what the command came to, without a run or after one. */
  readonly end: (result: CommandResult) => CommandResult;
  /** Ends a run, or what kept it from running. */
  readonly ran: (end: RunEnd) => CommandResult;
}

/** What a command that writes is called, and what is said at its end. */
export interface ToldWork {
  readonly command: "apply" | "destroy";
  /** What is said at the end of a run that did everything. */
  readonly done: string;
  /** The same of a run over a part of the estate. */
  readonly donePart: string;
}

/** How a run ended. */
export interface RunEnd {
  readonly plan: Plan;
  readonly target: Pick<Target, "name" | "url">;
  /** Undefined when it did not run. */
  readonly result: ApplyResult | undefined;
  readonly outcome: ApplyDocument["outcome"];
  readonly code: ExitCode;
  readonly work: ToldWork;
}

/** Begins to report a run. */
export function openReporter(context: CommandContext): Reporter {
  const { asked } = context;
  const runId = newRunId();
  const events = asked.output === "json" ? openEvents(runId, context) : undefined;
  const sink = events?.progress ?? progressOn(context);
  const lock = lockReporter(context);
  let progress: Progress | undefined;
  let planned: Plan | undefined;
  return {
    plan: (plan, { name, url }) => {
      planned = plan;
      const shown = planDocument(plan, { name, url, version: VERSION });
      if (events !== undefined) events.plan(shown);
      else showPlan(shown, context);
    },
    lock: (event) => {
      events?.lock(event);
      lock(event);
    },
    begin: () => (progress = openProgress(sink)),
    uploading: (upload) => progress?.uploading(upload),
    end: (result) => {
      const differs = result.differs ?? differsIn(planned);
      if (events === undefined || result.isStreamed === true) return { ...result, differs };
      const { diagnostics, code } = result;
      if (diagnostics !== undefined) events.failed(diagnostics, code);
      return { ...result, differs, isStreamed: true };
    },
    ran: (end) => {
      const document = applyDocument(end, runId);
      const differs = differsIn(end.plan);
      const { code } = end;
      if (events === undefined) return { code, document, differs, ...endText(end, asked.output) };
      events.end(end);
      return { code, document, differs, isStreamed: true };
    },
  };
}

function progressOn({ isQuiet, err }: CommandContext): ProgressSink {
  if (isQuiet) return silent;
  return err.isTerminal ? liveLine(err) : plainLines(err);
}

/** A plan as text; where stdout is for a report, it is still seen before it runs. */
function showPlan(
  shown: ReturnType<typeof planDocument>,
  { asked, out, err }: CommandContext,
): void {
  const screen = asked.output === "text" ? out : err;
  const folding = foldingFor(asked);
  const text = fitted(
    (paint) => `${renderHeader(shown, paint)}\n${renderPlanDocument(shown, paint, folding)}`,
  );
  screen.write(text(screen));
}

/** What is said in the end: what went wrong, and the verdict where stdout has room for it. */
function endText(end: RunEnd, output: string): Pick<CommandResult, "note" | "text" | "remark"> {
  const { plan, result } = end;
  if (result === undefined) return {};
  const note = ({ paint }: { readonly paint: Paint }) => troubleText(result, paint);
  const verdict = hasChanges(plan) ? `${verdictOf(end, result)}\n` : "";
  return output === "text" ? { note, text: verdict } : { note, remark: verdict };
}

function troubleText({ execution, diagnostics }: ApplyResult, paint: Paint): string {
  const lost = execution.lost.map(({ live }) => formatAddress(live.address));
  return [
    renderRemarks(execution.reports, paint),
    renderFailures(execution.reports, paint),
    ...execution.rescues.map(
      ({ step, outcome }) => `Put back after the failure: ${step.summary} (${outcome}).\n`,
    ),
    lost.length === 0
      ? ""
      : `${paint("red", "Lost:")} ${lost.join(", ")}. It is written down: the next apply brings it back.\n`,
    renderAfterwards(diagnostics, paint),
  ].join("");
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
