/** A run that writes as JSON lines: what happens as it happens, the first line says the version. */
import type { LockEvent } from "../../../reconciler/session.ts";
import { lockText } from "../lock-reporter.ts";
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { hasChanges, type Plan, type PlannedStep } from "../../../reconciler/engine/plan/plan.ts";
import type { ApplyResult } from "../../../reconciler/reconcile.ts";
import type { ApplyDocument } from "../../../reconciler/report/documents.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  type planDocument,
  reportDocument,
} from "../../../reconciler/report/json.ts";
import { VERSION } from "../../../version.ts";
import { pathWithQuery } from "../../../wire/request.ts";
import type { ProgressSink } from "../../present/progress.ts";
import type { CommandContext } from "../../process/context.ts";
import type { ExitCode } from "../../process/exit-codes.ts";

/** Events of one run. */
export interface Events {
  readonly plan: (document: ReturnType<typeof planDocument>) => void;
  readonly lock: (event: LockEvent) => void;
  readonly progress: ProgressSink;
  readonly end: (end: EventsEnd) => void;
  readonly failed: (diagnostics: readonly Diagnostic[], code: ExitCode) => void;
}

/** How a run ended, for its last lines. */
export interface EventsEnd {
  readonly plan: Plan;
  readonly result: ApplyResult | undefined;
  readonly outcome: ApplyDocument["outcome"];
  readonly code: ExitCode;
}

/** The id of a run, which all of its lines hold. */
export function newRunId(): string {
  return crypto.randomUUID();
}

/** Begins the lines of a run. */
export function openEvents(
  runId: string,
  { event, now }: Pick<CommandContext, "event" | "now">,
): Events {
  const tell = (type: string, members: object) =>
    event({ type, "@timestamp": new Date(now()).toISOString(), run_id: runId, ...members });
  tell("version", {
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version: VERSION },
  });
  return {
    plan: (document) => {
      tell("plan", document);
      for (const change of document.changes) tell("planned_change", change);
    },
    lock: (change) => {
      // Others are told by a diagnostic that they have to wait all the same.
      if (change.state === "released" && change.unreleased !== undefined) return;
      tell("lock", { state: change.state, message: lockText(change) ?? null });
    },
    progress: progressEvents(tell),
    end: (end) => tellEnd(tell, end),
    failed: (diagnostics, code) =>
      tell("summary", {
        format_version: FORMAT_VERSION,
        complete: false,
        converged: false,
        outcome: "failed",
        exit_code: code,
        diagnostics: diagnosticDocuments(diagnostics),
      }),
  };
}

type Tell = (type: string, members: object) => void;

const ends = {
  done: "action_complete",
  refused: "action_errored",
  unknown: "action_errored",
  skipped: "action_skipped",
} as const;

function progressEvents(tell: Tell): ProgressSink {
  return {
    beatMs: 10_000,
    event: (event, elapsedMs) => {
      const { index, total } = event;
      if (event.type === "ended") {
        const { step, outcome, status, message } = event.report;
        tell(ends[outcome], {
          ...actionOf(step, index, total),
          outcome,
          status: status ?? null,
          message: message ?? null,
          elapsed_ms: elapsedMs,
        });
        return;
      }
      const action = actionOf(event.step, index, total);
      if (event.type === "started") return tell("action_start", action);
      const { attempt, pauseMs, message } = event;
      tell("action_retry", { ...action, attempt, pause_ms: pauseMs, message: message ?? null });
    },
    beat: (running) => {
      for (const { step, index, total, elapsedMs, upload } of running)
        tell("action_progress", {
          ...actionOf(step, index, total),
          elapsed_ms: elapsedMs,
          bytes_sent: upload?.sent ?? null,
          bytes: upload?.bytes ?? null,
        });
    },
    close: () => undefined,
  };
}

function actionOf({ request, summary, addresses }: PlannedStep, index: number, total: number) {
  const texts = addresses.map(formatAddress);
  return {
    index,
    total,
    address: texts[0] ?? null,
    addresses: texts,
    method: request.method,
    path: pathWithQuery(request),
    summary,
  };
}

/** What there is to tell of a run that did not run. */
const NOT_RUN = {
  execution: { reports: [], rescues: [], lost: [] },
  diagnostics: [],
  converged: false,
  bookkeeping: 0,
} as const;

function tellEnd(tell: Tell, { plan, result, outcome, code }: EventsEnd): void {
  const { execution, diagnostics, converged, bookkeeping } = result ?? NOT_RUN;
  const { reports, rescues, lost } = execution;
  if (result !== undefined && hasChanges(plan))
    tell("verify", { converged, diagnostics: diagnosticDocuments(diagnostics) });
  for (const [list, rescue] of [[reports, false] as const, [rescues, true] as const])
    for (const one of list)
      tell("request", { format_version: FORMAT_VERSION, rescue, ...reportDocument(one) });
  tell("summary", {
    format_version: FORMAT_VERSION,
    complete: result !== undefined,
    converged,
    outcome,
    exit_code: code,
    requests: reports.filter((one) => one.outcome === "done").length,
    planned: plan.steps.length,
    rescues: rescues.length,
    bookkeeping,
    lost: lost.map(({ live }) => formatAddress(live.address)),
    diagnostics: diagnosticDocuments(diagnostics),
  });
}
