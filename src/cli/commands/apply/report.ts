/** What a run that writes reports: its plan, what happens, and in the end what became of each request. */
import { formatAddress } from "../../../model/address.ts";
import type { Upload } from "../../../reconciler/client/http.ts";
import { graphOfDeclared } from "../../../reconciler/engine/inspect/graph.ts";
import { hasChanges, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { ApplyResult, PlanMade } from "../../../reconciler/reconcile.ts";
import type { WholeApply, WholePlan } from "../../../reconciler/report/document-schema.ts";
import { renderTrouble } from "../../../reconciler/report/failures.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
  reportDocument,
} from "../../../reconciler/report/json.ts";
import { endText, type RunWords } from "../../../reconciler/report/verdict.ts";
import type { LockEvent } from "../../../reconciler/session.ts";
import { VERSION } from "../../../version.ts";
import {
  liveLine,
  openProgress,
  plainLines,
  silent,
  type Progress,
  type ProgressSink,
} from "../../present/progress.ts";
import type { CommandResult } from "../../present/result.ts";
import { runText } from "../../present/run-text.ts";
import type { CommandContext } from "../../process/context.ts";
import type { ExitCode } from "../../process/exit-codes.ts";
import type { Target } from "../../settings/settings.ts";
import { lockReporter } from "../lock-reporter.ts";
import { differsIn } from "../per-target.ts";
import type { MetStyles } from "../pictures/met-styles.ts";
import { drawnLater } from "../pictures/drawn-later.ts";
import { newRunId, openEvents } from "./events.ts";

/** Reports one run that writes, in the form that was asked for. */
export interface Reporter {
  /** Shows a plan that is about to run, and how many requests keep the state of the estate then. */
  readonly plan: (plan: Plan, target: RunEnd["target"], stateRequests: number) => void;
  readonly lock: (event: LockEvent) => void;
  /** Progress from the first request on; closed when the last one is over. */
  readonly begin: () => Progress;
  /** How far a large body is. */
  readonly uploading: (upload: Upload) => void;
  /** Ends the report with the result of the command, without a run or after one. */
  readonly end: (result: CommandResult) => CommandResult;
  /** Ends a run, or what kept it from running. */
  readonly ran: (end: RunEnd) => CommandResult;
}

/** How a run ended. */
export interface RunEnd {
  readonly plan: Plan;
  readonly target: Pick<Target, "name" | "url">;
  /** Undefined when it did not run. */
  readonly result: ApplyResult | undefined;
  readonly outcome: WholeApply["outcome"];
  readonly code: ExitCode;
  readonly command: RunWords;
  /** What the plan was made from. */
  readonly desired: PlanMade["desired"];
}

/** Begins to report a run; `kept` is what its page shows pictures of. */
export function openReporter(context: CommandContext, kept: MetStyles | undefined): Reporter {
  const { outputOptions, out, err } = context;
  const runId = newRunId();
  const events = outputOptions.output === "json" ? openEvents(runId, context) : undefined;
  const sink = events?.progress ?? progressOn(context);
  const lock = lockReporter(context);
  let progress: Progress | undefined;
  let planned: Plan | undefined;
  let shown: WholePlan | undefined;
  return {
    plan: (plan, target, stateRequests) => {
      planned = plan;
      shown = documentOf(plan, target, stateRequests);
      if (events !== undefined) return events.plan(shown);
      // Where stdout is for a report, the plan is still seen before it runs.
      const screen = outputOptions.output === "text" ? out : err;
      screen.write(runText(shown, outputOptions)(screen));
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
      const plan = end.plan === planned ? shown : undefined;
      const document = applyDocument(end, plan ?? documentOf(end.plan, end.target), runId);
      const graph = () => graphOfDeclared(end.desired.state.resources);
      const later = drawnLater(end, kept);
      const ran = { code: end.code, document, differs: differsIn(end.plan), graph, ...later };
      if (events === undefined) return { ...ran, ...sayings(end, document, outputOptions.output) };
      events.end(document);
      return { ...ran, isStreamed: true };
    },
  };
}

function progressOn({ isQuiet, err }: CommandContext): ProgressSink {
  if (isQuiet) return silent;
  return err.isTerminal ? liveLine(err) : plainLines(err);
}

/** What is said in the end: what went wrong, and the verdict where stdout has room for it. */
function sayings(
  { plan, result, command }: RunEnd,
  document: WholeApply,
  output: string,
): Pick<CommandResult, "note" | "text" | "notice"> {
  if (result === undefined) return { text: "" };
  const verdict = hasChanges(plan) ? `${endText(document, command)}\n` : "";
  return {
    note: ({ paint }) => renderTrouble(document, result.diagnostics, paint),
    ...(output === "text" ? { text: verdict } : { notice: verdict }),
  };
}

function documentOf(
  plan: Plan,
  { name, url }: RunEnd["target"],
  stateRequests?: number,
): WholePlan {
  return planDocument(plan, { name, url, version: VERSION, stateRequests });
}

/** A run as one document. */
function applyDocument(
  { result, outcome, code }: RunEnd,
  plan: WholePlan,
  runId: string,
): WholeApply {
  const { execution, diagnostics = [], converged = false, bookkeeping = 0 } = result ?? {};
  const { reports = [], rollbacks = [], unrestored = [] } = execution ?? {};
  return {
    type: "apply",
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version: VERSION },
    run_id: runId,
    plan,
    requests: reports.map(reportDocument),
    rescues: rollbacks.map(reportDocument),
    lost: unrestored.map(({ live }) => formatAddress(live.address)),
    bookkeeping,
    converged,
    outcome,
    exit_code: code,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}
