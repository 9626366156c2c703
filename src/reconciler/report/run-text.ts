/** Run documents as text for people. */
import { renderHealth } from "./health.ts";
import { driftWords } from "./verdict.ts";
import type { ApplyDocument, DriftDocument, RehearsalDocument, RunDocument } from "./documents.ts";
import { byType, planIn, type PerDocument } from "./run-document.ts";
import { fateText, renderReport, type Report } from "./failures.ts";
import { foldRows, servedAlone, templatesOf, type Folding } from "./fold.ts";
import {
  aligned,
  foldedIn,
  renderDiagnosticDocuments,
  renderHeader,
  renderPlanDocument,
  renderVerdict,
  type Paint,
} from "./text.ts";
import { differenceRows } from "./sections.ts";
import { count } from "../../model/count.ts";

/** Without headers. */
const texts: PerDocument<[Paint, Folding], string> = {
  plan: renderPlanDocument,
  apply: renderApply,
  drift: renderDrift,
  validation: (document, paint) => `${renderVerdict(document, paint)}\n`,
  rehearsal: renderRehearsal,
  health: renderHealth,
  failure: () => "",
};

/** The text that the command itself prints. */
export function renderRun(document: RunDocument, paint: Paint, folding: Folding = {}): string {
  const head = document.type === "plan" ? `${renderHeader(document, paint)}\n` : "";
  return `${head}${byType(texts, document, paint, folding)}`;
}

/** A saved document with its header and diagnostics. */
export function renderSaved(document: RunDocument, paint: Paint, folding: Folding = {}): string {
  const { type, diagnostics = [] } = document;
  const shown = diagnostics.filter(({ severity }) => severity !== "info");
  const wrong = renderDiagnosticDocuments(shown, paint);
  const plan = planIn(document);
  const head = plan === undefined ? "" : `${renderHeader(plan, paint)}\n`;
  const text = byType(texts, document, paint, folding);
  // An apply prints diagnostics after its output; planning prints them before the plan.
  if (type === "apply" || type === "failure") return `${head}${text}${wrong}`;
  return `${head}${wrong === "" ? "" : `${wrong}\n`}${text}`;
}

function renderDrift(document: DriftDocument, paint: Paint, folding: Folding): string {
  const objects = document.drifted.map(({ address, gone, fields, changed, ...inside }) => {
    const { symbol, message } = driftWords({ gone, fields });
    const head = `  ${paint("yellow", symbol)} ${paint("bold", address)}  ${message}${changed ? paint("dim", `  (${changed.text})`) : ""}`;
    const rows = fields.map(({ label, text }) => [label, text] as const);
    return [head, ...aligned([...rows, ...differenceRows(inside, folding)])];
  });
  return `${[renderVerdict(document, paint), ...objects.flat()].join("\n")}\n`;
}

function renderRehearsal(document: RehearsalDocument, paint: Paint, folding: Folding): string {
  const { plan, calls } = document;
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
    listed("Not restored:", document.lost, paint),
    listed(
      "A plan after it would still change:",
      document.leftovers.map(({ address, action }) => `${address}: ${action}`),
      paint,
    ),
    renderVerdict(document, paint),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return `${renderPlanDocument(plan, paint, folding)}\n${text}\n`;
}

function renderCalls(
  { plan, calls }: RehearsalDocument,
  paint: Paint,
  folding: Folding,
): readonly string[] {
  const width = String(calls.length).length;
  const patterns = foldedIn(plan, folding);
  const shown = calls.map((call) => ({ ...call, serves: call.addresses }));
  const rows = foldRows(shown, (call) => {
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
  const detail = good || message === null ? "" : `\n${message}`;
  return `${head}${detail.replaceAll("\n", "\n        ")}`;
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
  const many = requests === 0 ? "" : ` (${count(requests, "request")})`;
  return `${address}${many}: ${reason}`;
}

const colours = { done: "green", refused: "red", unknown: "red", skipped: "dim" } as const;

function renderApply(document: ApplyDocument, paint: Paint, folding: Folding): string {
  const { plan, requests, rescues, lost } = document;
  const patterns = foldedIn(plan, folding);
  const rows = foldRows(requests, (report) => {
    if (report.outcome === "skipped") return folding.all ? undefined : "skipped";
    const pattern = patterns.get(servedAlone(report) ?? "");
    const isPlain = report.message === null && pattern !== undefined;
    return isPlain ? `${report.outcome} ${report.status} ${pattern}` : undefined;
  });
  const fateOf = (report: Report) => fateText(report, colours[report.outcome], paint);
  const oneLine = (report: Report) => renderReport(report, fateOf(report), "    ");
  const lines = rows.map(({ members }) => {
    const [first] = members;
    if (members.length === 1) return oneLine(first);
    return `    ${fateOf(first)}: ${templatesOf(members)}  ${members.length} requests\n`;
  });
  const missing = lost.length === 0 ? "" : `${paint("red", "Not restored:")} ${lost.join(", ")}\n`;
  const parts = [...lines, ...rescues.map(oneLine), missing, renderVerdict(document, paint)];
  return `${renderPlanDocument(plan, paint, folding)}\n${parts.join("")}\n`;
}
