/** The outcomes of requests as text; equal failures are counted. Pure. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { report as limits } from "../../model/limits.ts";
import type { ApplyDocument } from "./documents.ts";
import { plain, renderDiagnostics, type Paint } from "./text.ts";
import { count } from "../../model/count.ts";

export type Report = ApplyDocument["requests"][number];

const words = {
  done: "done",
  refused: "refused",
  unknown: "no answer",
  skipped: "not tried",
} as const;

export function fateText(
  { outcome, status }: Report,
  colour: "green" | "red" | "dim",
  paint: Paint,
): string {
  return `${paint(colour, words[outcome])}${status === null ? "" : ` ${status}`}`;
}

/** Renders a request with its outcome and the server's message; `indent` precedes each line. */
export function renderReport(report: Report, fate: string, indent: string): string {
  const { method, path, message, summary } = report;
  const indented = message === null ? "" : `\n${message}`.replaceAll("\n", `\n${indent}    `);
  return `${indent}${fate}: ${method} ${path}  ${summary}${indented}\n`;
}

/** The text after a run beside its verdict; empty when all went well. */
export function renderTrouble(
  { requests, rescues: rollbacks, lost }: ApplyDocument,
  diagnostics: readonly Diagnostic[],
  paint: Paint,
): string {
  return [
    renderNotes(requests, paint),
    renderFailures(requests, paint),
    ...rollbacks.map(
      ({ summary, outcome }) => `Put back after the failure: ${summary} (${outcome}).\n`,
    ),
    lost.length === 0
      ? ""
      : `${paint("red", "Not restored:")} ${lost.join(", ")}. It is written down: the next apply brings it back.\n`,
    renderAfterwards(diagnostics, paint),
  ].join("");
}

export function renderNotes(reports: readonly Report[], paint: Paint = plain): string {
  return reports
    .filter(({ outcome, message }) => outcome === "done" && message !== null)
    .map(({ summary, message }) => {
      const indented = message?.replaceAll("\n", "\n    ");
      return `${paint("yellow", "note")}: ${summary}: ${indented}\n`;
    })
    .join("");
}

export function renderFailures(reports: readonly Report[], paint: Paint = plain): string {
  const failed = reports.filter(({ outcome }) => outcome !== "done");
  const alike = Map.groupBy(failed, ({ outcome, status, message }) =>
    JSON.stringify([outcome, status, message]),
  );
  return [...alike.values()].map((same) => renderAlike(same, paint)).join("");
}

function renderAlike(same: readonly Report[], paint: Paint): string {
  const [first] = same;
  if (first === undefined) return "";
  const fate = fateText(first, "red", paint);
  const few = same.length <= limits.foldFrom;
  if (!few && first.outcome === "skipped") return `${fate}: ${count(same.length, "request")}\n`;
  const shown = few ? same : same.slice(0, limits.sameFailures);
  const more = same.length - shown.length;
  const rest = few ? "" : `${fate}: ${count(more, "more request")}, with the same answer\n`;
  return `${shown.map((one) => renderReport(one, fate, "")).join("")}${rest}`;
}

/** Renders diagnostics; of many with one code and no file, only the first are shown. */
function renderAfterwards(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const placed = diagnostics.filter(({ where }) => where !== undefined);
  const others = Map.groupBy(
    diagnostics.filter(({ where }) => where === undefined),
    ({ code }) => code,
  );
  const parts = [...others].map(([code, same]) => {
    if (same.length <= limits.foldFrom) return renderDiagnostics(same, paint);
    const shown = same.slice(0, limits.sameFailures);
    return `${renderDiagnostics(shown, paint)}${same.length - shown.length} more of [${code}]\n`;
  });
  return [renderDiagnostics(placed, paint), ...parts].join("");
}
