/** Events of a writing run as JSON lines; the first line has the version. */
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { PlannedStep } from "../../../reconciler/engine/plan/plan.ts";
import type { WholeApply, WholePlan } from "../../../reconciler/report/document-schema.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../../reconciler/report/json.ts";
import { figuresOf } from "../../../reconciler/report/verdict.ts";
import type { LockEvent } from "../../../reconciler/session.ts";
import { VERSION } from "../../../version.ts";
import { pathWithQuery } from "../../../wire/request.ts";
import type { ProgressSink } from "../../present/progress.ts";
import type { CommandContext } from "../../process/context.ts";
import type { ExitCode } from "../../process/exit-codes.ts";
import { lockText } from "../lock-reporter.ts";

export interface Events {
  readonly plan: (document: WholePlan) => void;
  readonly lock: (event: LockEvent) => void;
  readonly progress: ProgressSink;
  readonly end: (document: WholeApply) => void;
  readonly failed: (diagnostics: readonly Diagnostic[], code: ExitCode) => void;
}

export function newRunId(): string {
  return crypto.randomUUID();
}

export function openEvents(
  runId: string,
  event: (event: object) => void,
  now: CommandContext["now"],
): Events {
  const emit = (type: string, members: object) =>
    event({ type, "@timestamp": new Date(now()).toISOString(), run_id: runId, ...members });
  emit("version", {
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version: VERSION },
  });
  return {
    plan: (document) => {
      emit("plan", document);
      for (const change of document.changes) emit("planned_change", change);
    },
    lock: (change) => {
      // A diagnostic reports an unreleased lock.
      if (change.state === "released" && change.unreleased !== undefined) return;
      emit("lock", { state: change.state, message: lockText(change) ?? null });
    },
    progress: progressEvents(emit),
    end: (document) => emitEnd(emit, document),
    failed: (diagnostics, code) =>
      emit("summary", {
        format_version: FORMAT_VERSION,
        complete: false,
        converged: false,
        outcome: "failed",
        exit_code: code,
        diagnostics: diagnosticDocuments(diagnostics),
      }),
  };
}

type Emit = (type: string, members: object) => void;

const ends = {
  done: "action_complete",
  refused: "action_errored",
  unknown: "action_errored",
  skipped: "action_skipped",
} as const;

function progressEvents(emit: Emit): ProgressSink {
  return {
    beatMs: 10_000,
    event: (event, elapsedMs) => {
      const { index, total } = event;
      if (event.type === "ended") {
        const { step, outcome, status, message } = event.report;
        emit(ends[outcome], {
          ...actionOf(step, index, total),
          outcome,
          status: status ?? null,
          message: message ?? null,
          elapsed_ms: elapsedMs,
        });
        return;
      }
      const action = actionOf(event.step, index, total);
      if (event.type === "started") return emit("action_start", action);
      const { attempt, pauseMs, message } = event;
      emit("action_retry", { ...action, attempt, pause_ms: pauseMs, message: message ?? null });
    },
    beat: (running) => {
      for (const { step, index, total, elapsedMs, upload } of running)
        emit("action_progress", {
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

function emitEnd(emit: Emit, document: WholeApply): void {
  const { requests, rescues, converged, outcome, exit_code, diagnostics } = document;
  const { bookkeeping, lost } = document;
  const { ran, done, planned } = figuresOf(document);
  if (ran && planned > 0) emit("verify", { converged, diagnostics });
  for (const [list, rescue] of [[requests, false] as const, [rescues, true] as const])
    for (const one of list) emit("request", { format_version: FORMAT_VERSION, rescue, ...one });
  emit("summary", {
    format_version: FORMAT_VERSION,
    complete: ran,
    converged,
    outcome,
    exit_code,
    requests: done,
    planned,
    rescues: rescues.length,
    bookkeeping,
    lost,
    diagnostics,
  });
}
