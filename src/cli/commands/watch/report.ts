/** Reports a watch: one line per event on stderr; plans, or events as JSON lines, on stdout. */
import { visibleLines, visibleText } from "../../../reconciler/report/visible.ts";
import { formatAddress } from "../../../model/address.ts";
import { formatPosition, type Diagnostic } from "../../../model/diagnostic.ts";
import type { ExecuteEvent } from "../../../reconciler/engine/run/events.ts";
import type { FieldChange, Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { Drifted } from "../../../reconciler/drift.ts";
import { holderText, leaseDocument, type Lease } from "../../../reconciler/lock/lease.ts";
import {
  diagnosticDocuments,
  FORMAT_VERSION,
  planDocument,
  reportDocument,
} from "../../../reconciler/report/json.ts";
import { renderPlan } from "../../../reconciler/report/text.ts";
import type { WatchEvent } from "../../../reconciler/watch/options.ts";
import type { PassEnd } from "../../../reconciler/watch/pass-end.ts";
import { passDocument } from "../../../reconciler/watch/status.ts";
import { VERSION } from "../../../version.ts";
import type { WatchFlags } from "../../flags/watch.ts";
import type { CommandContext } from "../../process/context.ts";

export interface WatchReport {
  /** Prints an event outside of passes. */
  readonly print: (word: string, text: string) => void;
  readonly event: (event: WatchEvent, url: string) => void;
  readonly pass: (end: PassEnd) => void;
}

/** Events that --quiet omits. */
const ROUTINE: ReadonlySet<string> = new Set([
  "watching",
  "endpoints",
  "applied",
  "converged",
  "stopping",
  "stopped",
]);

/** Opens a report. An unchanged state is reported only once. */
export function openWatchReport(
  logFormat: WatchFlags["logFormat"],
  { isQuiet, err, out, event, now }: CommandContext,
): WatchReport {
  let printed = "";
  let trouble = "";
  const print = (word: string, text: string): void => {
    if (ROUTINE.has(word) && isQuiet) return;
    const time = new Date(now()).toISOString();
    if (logFormat === "json")
      err.write(`${JSON.stringify({ time, event: word, message: text })}\n`);
    else err.write(`${time} ${word.padEnd(9)} ${visibleText(text)}\n`);
  };
  const emit = (type: string, more: object): void => {
    const stamp = { "@timestamp": new Date(now()).toISOString() };
    event?.({ type, format_version: FORMAT_VERSION, ...stamp, ...more });
  };
  const plan = (shown: Plan, url: string): void => {
    if (event === undefined) out.write(visibleLines(renderPlan(shown, out.paint)));
    emit("plan", planDocument(shown, { url, version: VERSION }));
  };
  const tell = (word: string, message: string, more: object = {}): void => {
    print(word, message);
    emit(word, { message, ...more });
  };
  return {
    print: tell,
    event: (happened, url) => {
      if (happened.type === "restless")
        tell("restless", "the folder keeps changing; it is applied when it stays unchanged");
      else if (happened.type === "locked") {
        tell("locked", lockedText(happened.lease), { lease: leaseDocument(happened.lease) });
        // After the wait, everything is reported again.
        printed = "";
      } else if (happened.type === "takeover") tell("takeover", happened.notice);
      else if (happened.type === "trouble") {
        const { diagnostic } = happened;
        const text = diagnosticText(diagnostic);
        if (text !== trouble) print("trouble", text);
        trouble = text;
        emit("trouble", { diagnostics: diagnosticDocuments([diagnostic]) });
      } else if (happened.type === "applying") {
        plan(happened.plan, url);
      } else requestEnded(happened.event, { print, emit });
    },
    pass: (end) => {
      trouble = "";
      const news = newsOf(end);
      const isNew = news !== printed || end.writes + end.failures > 0;
      printed = news;
      if (isNew) for (const [word, text] of linesOf(end)) print(word, text);
      // A waiting plan is shown so that it can be approved.
      if (isNew && end.result === "waiting" && end.plan !== undefined) plan(end.plan, end.url);
      emit("pass", passDocument(end));
    },
  };
}

/** The holder, and how to end an abandoned lock. */
function lockedText(lease: Lease): string {
  const over = lease.reason === undefined ? "If that run is certainly over" : "If it may be ended";
  return `by ${holderText(lease)}; the watch waits. ${over}: plumbline unlock --force ${lease.id}`;
}

function requestEnded(
  event: ExecuteEvent,
  { print, emit }: { print: WatchReport["print"]; emit: (type: string, more: object) => void },
): void {
  if (event.type !== "ended") return;
  const { step, outcome, status, message } = event.report;
  emit("request", reportDocument(event.report));
  if (outcome === "done") return;
  const code = status === undefined ? "" : ` ${status}`;
  print(outcome, `${step.summary}${code}${message === undefined ? "" : `: ${oneLine(message)}`}`);
}

/** The state of a pass; it is reported only on a change. */
function newsOf({ result, drifted, diagnostics, plan, failures, health }: PassEnd): string {
  const waits = result === "waiting" ? [plan?.digest, plan?.blocks] : undefined;
  const isRight = result === "applied" || result === "converged";
  return JSON.stringify([
    isRight ? "right" : result,
    drifted,
    diagnostics,
    waits,
    failures,
    health?.unhealthy,
  ]);
}

function linesOf(end: PassEnd): readonly (readonly [string, string])[] {
  return [
    [end.result, summaryOf(end)] as const,
    ...end.drifted.flatMap(driftLines).map((text) => ["drift", text] as const),
    ...(end.result === "waiting" ? waitingLines(end) : []).map(
      (text) => ["approval", text] as const,
    ),
    ...(end.health?.unhealthy ?? []).map(
      ({ address, health, text }) => ["maps", `${address} is ${health}: ${text}`] as const,
    ),
    ...end.diagnostics
      .filter(({ severity }) => severity !== "info")
      .map((one) => [one.severity, diagnosticText(one)] as const),
  ];
}

function summaryOf({ plan, writes, failures, tookMs, trigger, commit, drifted }: PassEnd): string {
  const counts = plan?.summary;
  const parts = [
    ...(counts === undefined || writes + failures === 0
      ? []
      : [
          `${counts.create} create, ${counts.update} update, ${counts.replace} recreate, ${counts.delete} delete`,
        ]),
    ...(writes > 0 ? [`${writes} requests done`] : []),
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(drifted.length > 0 ? [`${drifted.length} drifted`] : []),
    ...(counts === undefined || writes + failures > 0 ? [] : [`${counts.unchanged} in sync`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
  ];
  return `${parts.join(", ")} (${trigger}, ${(tookMs / 1_000).toFixed(2)} s)`;
}

function driftLines({ address, gone, fields }: Drifted): readonly string[] {
  const name = formatAddress(address);
  if (gone) return [`${name} is gone`];
  if (fields.length === 0) return [`${name} exists, but is not declared`];
  return fields.map((field) => `${name} ${field.label}: ${differenceText(field)}`);
}

function differenceText({ before, recorded, after }: FieldChange): string {
  return `${factText(after)} was applied, ${factText(before ?? recorded)} is there`;
}

/** Facts contain no secrets; digests are shortened. */
function factText(fact: FieldChange["before"]): string {
  const text = typeof fact === "string" ? fact : JSON.stringify(fact ?? null);
  return oneLine(text.replaceAll(/\b(sha256-[0-9a-f]{12})[0-9a-f]{52}\b/g, "$1"));
}

function waitingLines({ plan }: PassEnd): readonly string[] {
  const digest = plan?.digest.replace(/^sha256-/, "").slice(0, 12) ?? "";
  const blocks = plan?.blocks ?? [];
  const isLiftable = blocks.every(({ name }) => name !== undefined);
  const way = isLiftable
    ? `Approve it: plumbline approve ${digest}`
    : "No approval lifts that; the hints say what does.";
  return [
    ...blocks.map(({ message, hint }) => oneLine(`${message}. ${hint}`)),
    `plan ${digest} waits. ${way}`,
  ];
}

function diagnosticText({ where, message, hint, code, stack = "" }: Diagnostic): string {
  const place = where === undefined ? "" : `${formatPosition(where)}: `;
  return oneLine(`${place}${message} [${code}]${hint === undefined ? "" : ` ${hint}`} ${stack}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, " ").trim();
}
