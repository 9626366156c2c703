/** What a rehearsal tells: the plan, each request with its answer, and what nobody could try. */
import { formatAddress } from "../model/address.ts";
import type { StepReport } from "../reconciler/engine/execute.ts";
import type { Plan } from "../reconciler/engine/plan.ts";
import type { Planned } from "../reconciler/reconcile.ts";
import type { NotRehearsed } from "../rehearsal/leave-out.ts";
import type { RehearsedRun } from "../rehearsal/rehearse.ts";
import type { SentRequest } from "../rehearsal/recorder.ts";
import { diagnosticDocuments, FORMAT_VERSION, planDocument } from "../reconciler/report/json.ts";
import { renderDiagnostics, renderPlan, type Paint } from "../reconciler/report/text.ts";
import { pathWithQuery } from "../wire/request.ts";
import { VERSION } from "../version.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, jsonDocument, note, paintFor } from "./output.ts";

/** A rehearsal that ran. */
export interface Shown {
  readonly planned: Planned;
  readonly plan: Plan;
  readonly run: RehearsedRun;
  /** What the command ends with. */
  readonly code: ExitCode;
}

/** A write on the copy with the request of the plan that it is, unless it was for the books. */
interface Call {
  readonly sent: SentRequest;
  readonly report: StepReport | undefined;
}

/** Shows a rehearsal. */
export function showRehearsal(shown: Shown, output: "text" | "json", url: string): void {
  if (output === "json") return jsonDocument(rehearsalDocument(shown, url));
  const { plan, run } = shown;
  note(renderDiagnostics(run.result.diagnostics, paintFor(process.stderr)));
  const paint = paintFor(process.stdout);
  document(`${renderPlan(plan, paint)}\n${renderRun(shown, url, paint)}`);
}

/** Finds the request of the plan, or of what was put back, that each write was. */
function callsOf({ result, calls }: RehearsedRun): readonly Call[] {
  const { reports, rescues } = result.execution;
  const open = [...reports, ...rescues].filter(({ outcome }) => outcome !== "skipped");
  return calls.map((sent) => {
    const at = open.findIndex(
      ({ step: { request } }) =>
        request.method === sent.method && pathWithQuery(request) === sent.path,
    );
    const [report] = at === -1 ? [] : open.splice(at, 1);
    return { sent, report };
  });
}

function renderRun(shown: Shown, url: string, paint: Paint): string {
  const { run } = shown;
  const calls = callsOf(run);
  const skipped = run.result.execution.reports.filter(({ outcome }) => outcome === "skipped");
  const parts = [
    calls.length === 0
      ? `Rehearsed on a copy of ${url}: no request.`
      : [`Rehearsed on a copy of ${url}:`, ...renderCalls(calls, paint)].join("\n"),
    listed(
      "Not tried, because something before it failed:",
      skipped.map(({ step }) => step.summary),
      paint,
    ),
    listed("Not rehearsed:", run.notRehearsed.map(notRehearsedText), paint),
    listed("Lost:", lostIn(run), paint),
    listed(
      "A plan after it would still change:",
      run.leftovers.map(({ address, action }) => `${address}: ${action}`),
      paint,
    ),
    verdict(shown, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renderCalls(calls: readonly Call[], paint: Paint): readonly string[] {
  const width = String(calls.length).length;
  return calls.map(({ sent, report }, index) => {
    const number = String(index + 1).padStart(width + 2);
    const { method, path, status, milliseconds } = sent;
    const isGood = status !== undefined && status < 300;
    const answer = paint(isGood ? "green" : "red", String(status ?? "no answer"));
    const what = report === undefined ? "record what the estate owns" : report.step.summary;
    const head = `${number}. ${method} ${path}  ${answer}  ${milliseconds} ms  ${paint("dim", what)}`;
    const said = isGood ? undefined : report?.message;
    return said === undefined ? head : `${head}\n        ${said.replaceAll("\n", "\n        ")}`;
  });
}

function listed(head: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return "";
  return [head, ...lines.map((line) => `  ${paint("yellow", "  !")} ${line}`)].join("\n");
}

function notRehearsedText({ address, requests, reason }: NotRehearsed): string {
  const count = requests === 0 ? "" : ` (${requests} request${requests === 1 ? "" : "s"})`;
  return `${address}${count}: ${reason}`;
}

const verdicts: Partial<Readonly<Record<ExitCode, string>>> = {
  [exitCodes.success]: "Foretold: every request works, and a plan after them has nothing to do.",
  [exitCodes.partial]: "Foretold: not everything works; the reasons are above.",
  [exitCodes.blocked]: "Foretold: apply stops before the first request; what stops it is above.",
  [exitCodes.error]: "Nothing can be foretold of what is not rehearsed; the rest works.",
  [exitCodes.interrupted]: "Ended before everything was tried.",
};

function verdict({ code, run, plan }: Shown, paint: Paint): string {
  const done = run.result.execution.reports.filter(({ outcome }) => outcome === "done").length;
  const said = paint("bold", verdicts[code] ?? "");
  return `${said} ${done} of ${plan.steps.length} requests worked on the copy; the server itself was only read.`;
}

function rehearsalDocument({ planned, plan, run, code }: Shown, url: string) {
  const { result, notRehearsed, gaps, leftovers, converged } = run;
  const { reports } = result.execution;
  return {
    format_version: FORMAT_VERSION,
    complete: !notRehearsed.some(({ unlike }) => unlike),
    plan: planDocument(plan, { url, version: VERSION }),
    calls: callsOf(run).map(callDocument),
    not_tried: reports
      .filter(({ outcome }) => outcome === "skipped")
      .map(({ step }) => ({ summary: step.summary, addresses: step.addresses.map(formatAddress) })),
    not_rehearsed: notRehearsed,
    not_copied: gaps.map(({ address, reason }) => ({ address: formatAddress(address), reason })),
    lost: lostIn(run),
    leftovers,
    foretold: { converged, exit_code: code },
    diagnostics: diagnosticDocuments([...planned.diagnostics, ...result.diagnostics]),
  };
}

function callDocument({ sent, report }: Call) {
  const { method, path, status, milliseconds } = sent;
  return {
    method,
    path,
    status: status ?? null,
    milliseconds,
    bookkeeping: report === undefined,
    summary: report?.step.summary ?? null,
    addresses: (report?.step.addresses ?? []).map(formatAddress),
    outcome: report?.outcome ?? null,
    message: report?.message ?? null,
  };
}

function lostIn({ result }: RehearsedRun): readonly string[] {
  return result.execution.lost.map(({ live }) => formatAddress(live.address));
}
