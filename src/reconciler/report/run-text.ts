/** Saved documents of runs as text for people; those of plans are in text.ts. */
import type {
  ApplyDocument,
  DriftDocument,
  RehearsalDocument,
  RunDocument,
  ValidationDocument,
} from "./documents.ts";
import { nothingOwned } from "./outline.ts";
import { foldRows, servedAlone, templatesOf, type Folding } from "./fold.ts";
import {
  aligned,
  count,
  foldedIn,
  renderDiagnosticDocuments,
  renderHeader,
  renderPlanDocument,
  type Paint,
} from "./text.ts";

/** What drift found: each object with what was applied and what is there instead. */
export function renderDrift(document: DriftDocument, paint: Paint): string {
  const { drifted, checked } = document;
  if (checked === 0) return `${nothingOwned(document)}\n`;
  if (drifted.length === 0) {
    const are = checked === 1 ? "is as it was" : "are as they were";
    return `No drift. ${count(checked, "owned object")} ${are} last applied.\n`;
  }
  const parts = drifted.map(({ address, gone, fields }) => {
    const what = gone ? "is gone" : `changed: ${fields.map(({ label }) => label).join(", ")}`;
    const head = `  ${paint("yellow", gone ? "-" : "~")} ${paint("bold", address)}  ${what}`;
    return [head, ...aligned(fields.map(({ label, text }) => [label, text] as const))].join("\n");
  });
  return `Drift in ${drifted.length} of ${checked} owned objects:\n${parts.join("\n")}\n`;
}

/** How a validation ended. */
export function renderValidation({
  valid,
  manifests,
  objects,
  diagnostics,
}: ValidationDocument): string {
  const of = (wanted: string) => diagnostics.filter(({ severity }) => severity === wanted).length;
  const verdict = valid ? "Valid" : "Not valid";
  return `${verdict}: ${manifests} manifests, ${objects} objects, ${of("error")} errors, ${of("warning")} warnings.\n`;
}

/** A rehearsal: the plan, each request with its answer, and what nobody could try. */
export function renderRehearsal(
  document: RehearsalDocument,
  paint: Paint,
  folding: Folding = {},
): string {
  const { plan, calls, foretold } = document;
  const { url } = plan.target;
  const parts = [
    calls.length === 0
      ? `Rehearsed on a copy of ${url}: no request.`
      : [`Rehearsed on a copy of ${url}:`, ...renderCalls(document, paint, folding)].join("\n"),
    listed(
      "Not tried, because something before it failed:",
      document.not_tried.map(({ summary }) => summary),
      paint,
    ),
    listed("Not rehearsed:", document.not_rehearsed.map(notRehearsedText), paint),
    listed("Lost:", document.lost, paint),
    listed(
      "A plan after it would still change:",
      document.leftovers.map(({ address, action }) => `${address}: ${action}`),
      paint,
    ),
    `${paint("bold", foretold.verdict)} ${foretold.done} of ${plan.requests.length} requests worked on the copy; the server itself was only read.`,
  ];
  const told = parts.filter((part) => part !== "").join("\n\n");
  return `${renderPlanDocument(plan, paint, folding)}\n${told}\n`;
}

function renderCalls(
  { plan, calls }: RehearsalDocument,
  paint: Paint,
  folding: Folding,
): readonly string[] {
  const width = String(calls.length).length;
  const patterns = foldedIn(plan, folding);
  const told = calls.map((call) => ({ ...call, serves: call.addresses }));
  const rows = foldRows(told, (call) => {
    const pattern = patterns.get(servedAlone(call) ?? "");
    return isGood(call) && pattern !== undefined ? `${call.status} ${pattern}` : undefined;
  });
  return rows.map(({ from, members }) => {
    const number = String(from + 1).padStart(width + 2);
    const [first] = members;
    if (members.length === 1) return renderCall(first, number, paint);
    const answer = paint("green", String(first.status));
    const many = paint("dim", `${members.length} requests`);
    return `${number}. to ${from + members.length}. ${templatesOf(members)}  ${answer}  ${many}`;
  });
}

type Call = RehearsalDocument["calls"][number];

function isGood({ status }: Pick<Call, "status">): boolean {
  return status !== null && status < 300;
}

function renderCall(
  { method, path, status, milliseconds, summary, message }: Call,
  number: string,
  paint: Paint,
): string {
  const good = isGood({ status });
  const answer = paint(good ? "green" : "red", String(status ?? "no answer"));
  const what = paint("dim", summary ?? "record what the estate owns");
  const head = `${number}. ${method} ${path}  ${answer}  ${milliseconds} ms  ${what}`;
  return good || message === null ? head : `${head}\n        ${indented(message)}`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n        ");
}

function listed(head: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return "";
  return [head, ...lines.map((line) => `  ${paint("yellow", "  !")} ${line}`)].join("\n");
}

function notRehearsedText({
  address,
  requests,
  reason,
}: RehearsalDocument["not_rehearsed"][number]): string {
  const count = requests === 0 ? "" : ` (${requests} request${requests === 1 ? "" : "s"})`;
  return `${address}${count}: ${reason}`;
}

/** What a saved document says, as the command that made it told it. */
export function renderRun(document: RunDocument, paint: Paint, folding: Folding = {}): string {
  const diagnostics = renderDiagnosticDocuments(
    (document.diagnostics ?? []).filter(({ severity }) => severity !== "info"),
    paint,
  );
  const before = diagnostics === "" ? "" : `${diagnostics}\n`;
  if (document.type === "plan")
    return `${renderHeader(document, paint)}\n${before}${renderPlanDocument(document, paint, folding)}`;
  if (document.type === "apply") {
    const { plan } = document;
    const planned = `${renderHeader(plan, paint)}\n${renderPlanDocument(plan, paint, folding)}`;
    return `${planned}\n${renderApply(document, paint, folding)}${diagnostics}`;
  }
  if (document.type === "drift") return `${before}${renderDrift(document, paint)}`;
  if (document.type === "validation") return `${before}${renderValidation(document)}`;
  if (document.type === "rehearsal")
    return `${renderHeader(document.plan, paint)}\n${before}${renderRehearsal(document, paint, folding)}`;
  return diagnostics;
}

const endings = {
  nothing: "The catalog was as declared.",
  applied: "Applied: the catalog is as declared.",
  partial: "Not finished: the reasons are above; run apply again once they are gone.",
  interrupted: "Interrupted: run apply again.",
  blocked: "Nothing was changed.",
  declined: "Nothing was changed.",
} as const;

const colours = { done: "green", refused: "red", unknown: "red", skipped: "dim" } as const;
const answers = {
  done: "done",
  refused: "refused",
  unknown: "no answer",
  skipped: "not tried",
} as const;

type Report = ApplyDocument["requests"][number];

function renderApply(
  { plan, requests, rescues, lost, outcome }: ApplyDocument,
  paint: Paint,
  folding: Folding,
): string {
  const patterns = foldedIn(plan, folding);
  const rows = foldRows(requests, (report) => {
    if (report.outcome === "skipped") return folding.all ? undefined : "skipped";
    const pattern = patterns.get(servedAlone(report) ?? "");
    const isPlain = report.message === null && pattern !== undefined;
    return isPlain ? `${report.outcome} ${report.status} ${pattern}` : undefined;
  });
  const lines = rows.map(({ members }) => {
    const [first] = members;
    if (members.length === 1) return renderReport(first, paint);
    return `    ${fateText(first, paint)}: ${templatesOf(members)}  ${members.length} requests\n`;
  });
  lines.push(...rescues.map((one) => renderReport(one, paint)));
  const missing = lost.length === 0 ? "" : `${paint("red", "Lost:")} ${lost.join(", ")}\n`;
  const done = requests.filter((request) => request.outcome === "done").length;
  const tally = requests.length === 0 ? "" : ` ${done} of ${requests.length} requests done.`;
  return `${lines.join("")}${missing}${paint("bold", endings[outcome])}${tally}\n`;
}

function renderReport(report: Report, paint: Paint): string {
  const { method, path, message, summary } = report;
  const said = message === null ? "" : `\n        ${indented(message)}`;
  return `    ${fateText(report, paint)}: ${method} ${path}  ${summary}${said}\n`;
}

function fateText({ outcome, status }: Report, paint: Paint): string {
  return `${paint(colours[outcome], answers[outcome])}${status === null ? "" : ` ${status}`}`;
}
