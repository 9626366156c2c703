/** Saved documents of runs as text for people; those of plans are in text.ts. */
import type {
  ApplyDocument,
  DiagnosticDocument,
  DriftDocument,
  RehearsalDocument,
  RunDocument,
  ValidationDocument,
} from "./documents.ts";
import { placeOf } from "./outline.ts";
import { aligned, renderHeader, renderPlanDocument, type Paint } from "./text.ts";

/** What drift found: each object with what was applied and what is there instead. */
export function renderDrift({ drifted, checked }: DriftDocument, paint: Paint): string {
  if (drifted.length === 0)
    return `No drift. ${checked} owned objects are as they were last applied.\n`;
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
export function renderRehearsal(document: RehearsalDocument, paint: Paint): string {
  const { plan, calls, foretold } = document;
  const { url } = plan.target;
  const parts = [
    calls.length === 0
      ? `Rehearsed on a copy of ${url}: no request.`
      : [`Rehearsed on a copy of ${url}:`, ...renderCalls(calls, paint)].join("\n"),
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
  return `${renderPlanDocument(plan, paint)}\n${told}\n`;
}

function renderCalls(calls: RehearsalDocument["calls"], paint: Paint): readonly string[] {
  const width = String(calls.length).length;
  return calls.map(({ method, path, status, milliseconds, summary, message }, index) => {
    const number = String(index + 1).padStart(width + 2);
    const isGood = status !== null && status < 300;
    const answer = paint(isGood ? "green" : "red", String(status ?? "no answer"));
    const what = paint("dim", summary ?? "record what the estate owns");
    const head = `${number}. ${method} ${path}  ${answer}  ${milliseconds} ms  ${what}`;
    return isGood || message === null ? head : `${head}\n        ${indented(message)}`;
  });
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
export function renderRun(document: RunDocument, paint: Paint): string {
  const diagnostics = renderDiagnosticDocuments(document.diagnostics ?? [], paint);
  const before = diagnostics === "" ? "" : `${diagnostics}\n`;
  if (document.type === "plan")
    return `${renderHeader(document, paint)}\n${before}${renderPlanDocument(document, paint)}`;
  if (document.type === "apply") {
    const { plan } = document;
    const planned = `${renderHeader(plan, paint)}\n${renderPlanDocument(plan, paint)}`;
    return `${planned}\n${renderApply(document, paint)}${diagnostics}`;
  }
  if (document.type === "drift") return `${before}${renderDrift(document, paint)}`;
  if (document.type === "validation") return `${before}${renderValidation(document)}`;
  if (document.type === "rehearsal")
    return `${renderHeader(document.plan, paint)}\n${before}${renderRehearsal(document, paint)}`;
  return diagnostics;
}

const endings = {
  nothing: "The catalog was as declared.",
  applied: "Applied: the catalog is as declared.",
  partial: "Not finished: the reasons are above; run apply again once they are gone.",
  interrupted: "Interrupted: what was not tried is above; run apply again.",
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

function renderApply({ requests, rescues, lost, outcome }: ApplyDocument, paint: Paint): string {
  const lines = [...requests, ...rescues].map(({ method, path, message, ...report }) => {
    const status = report.status === null ? "" : ` ${report.status}`;
    const said = message === null ? "" : `\n        ${indented(message)}`;
    const fate = paint(colours[report.outcome], answers[report.outcome]);
    return `    ${fate}${status}: ${method} ${path}  ${report.summary}${said}\n`;
  });
  const missing = lost.length === 0 ? "" : `${paint("red", "Lost:")} ${lost.join(", ")}\n`;
  const done = requests.filter((request) => request.outcome === "done").length;
  const tally = requests.length === 0 ? "" : ` ${done} of ${requests.length} requests done.`;
  return `${lines.join("")}${missing}${paint("bold", endings[outcome])}${tally}\n`;
}

/** Diagnostics of a saved document as text. */
function renderDiagnosticDocuments(
  diagnostics: readonly DiagnosticDocument[],
  paint: Paint,
): string {
  return diagnostics
    .filter(({ severity }) => severity !== "info")
    .map((diagnostic) => {
      const { severity, message, hint, code } = diagnostic;
      const place = placeOf(diagnostic);
      const where = place === undefined ? "" : `${place}: `;
      const advice = hint === null ? "" : `\n    ${hint}`;
      const level = paint(severity === "error" ? "red" : "yellow", severity);
      return `${where}${level}: ${message} ${paint("dim", `[${code}]`)}${advice}\n`;
    })
    .join("");
}
