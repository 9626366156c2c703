/** Reports a writing run: its plan, its progress, and the outcome of each request. */
import { formatAddress } from "../../../model/address.ts";
import { isUnhealthy } from "../../../model/health.ts";
import type { Upload } from "../../../reconciler/client/http.ts";
import { hasChanges, type Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { ApplyResult, PlanMade } from "../../../reconciler/reconcile.ts";
import type { WholeApply, WholePlan } from "../../../reconciler/report/document-schema.ts";
import type { HealthDocument } from "../../../reconciler/report/documents.ts";
import { renderHealth } from "../../../reconciler/report/health.ts";
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
import { fitted, type CommandResult, type Text } from "../../present/result.ts";
import { printPlan } from "../../present/present.ts";
import type { CommandContext } from "../../process/context.ts";
import type { ExitCode } from "../../process/exit-codes.ts";
import type { Target } from "../../settings/settings.ts";
import { lockReporter } from "../lock-reporter.ts";
import { differsIn } from "../per-target.ts";
import type { MetStyles } from "../pictures/met-styles.ts";
import { drawnLater } from "../pictures/drawn-later.ts";
import { newRunId, openEvents } from "./events.ts";

export interface Reporter {
  /** Takes the plan and shows it; `stateRequests` counts the requests for the estate's state. */
  readonly plan: (
    plan: Plan,
    target: RunEnd["target"],
    stateRequests: number,
    isShown: boolean,
  ) => void | Promise<void>;
  readonly lock: (event: LockEvent) => void;
  /** Progress of the requests; closed after the last one. */
  readonly begin: () => Progress;
  readonly uploading: (upload: Upload) => void;
  /** Ends the report, with or without a run. */
  readonly end: (result: CommandResult) => CommandResult;
  /** Reports the end of a run, or why it did not start. */
  readonly ran: (end: RunEnd) => CommandResult;
}

export interface RunEnd {
  readonly plan: Plan;
  readonly target: Pick<Target, "name" | "url">;
  /** Undefined when nothing ran. */
  readonly result: ApplyResult | undefined;
  readonly outcome: WholeApply["outcome"];
  readonly code: ExitCode;
  readonly command: RunWords;
  readonly desired: PlanMade["desired"];
  /** What a look at the maps found, if there was one. */
  readonly health?: HealthDocument | undefined;
}

/** Starts a report; `kept` are the styles for the page's pictures. */
export function openReporter(context: CommandContext, kept: MetStyles | undefined): Reporter {
  const { outputOptions } = context;
  const runId = newRunId();
  const events = context.event && openEvents(runId, context.event, context.now);
  const sink = events?.progress ?? progressOn(context);
  const lock = lockReporter(context);
  let progress: Progress | undefined;
  let planned: Plan | undefined;
  let shown: WholePlan | undefined;
  return {
    plan: (plan, target, stateRequests, isShown) => {
      planned = plan;
      shown = documentOf(plan, target, stateRequests);
      if (events !== undefined) return events.plan(shown);
      return isShown ? printPlan(shown, context) : undefined;
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
      const page = drawnLater(end, kept);
      const ran = { code: end.code, document, differs: differsIn(end.plan), page };
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

/** The final problems and verdict; the verdict goes to stdout only in text output. */
function sayings(
  { plan, result, command }: RunEnd,
  document: WholeApply,
  output: string,
): Pick<CommandResult, "note" | "text" | "notice"> {
  if (result === undefined) return { text: "" };
  const verdict = hasChanges(plan) ? `${endText(document, command)}\n` : "";
  const text = document.health ? lookedAt(verdict, document.health) : verdict;
  return {
    note: ({ paint }) => renderTrouble(document, result.diagnostics, paint),
    ...(output === "text" ? { text } : { notice: verdict }),
  };
}

const WAY_BACK =
  "What was applied is kept. To go back, apply the manifests as they were before, for example of the commit before.\n";

function lookedAt(verdict: string, health: HealthDocument): Text {
  const back = isUnhealthy(health.verdict) ? WAY_BACK : "";
  return fitted((paint) => `${verdict}${renderHealth(health, paint)}${back}`);
}

function documentOf(
  plan: Plan,
  { name, url }: RunEnd["target"],
  stateRequests?: number,
): WholePlan {
  return planDocument(plan, { name, url, version: VERSION, stateRequests });
}

function applyDocument(
  { result, outcome, code, health }: RunEnd,
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
    ...(health === undefined ? {} : { health }),
    diagnostics: diagnosticDocuments(diagnostics),
  };
}
