/** What became of the requests of a run, as text: each once, and what repeats with its number. Pure. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { report as limits } from "../../model/limits.ts";
import type { ApplyDocument } from "./documents.ts";
import { plain, renderDiagnostics, type Paint } from "./text.ts";
import { count } from "../../model/count.ts";

/** A request with what became of it. */
export type Report = ApplyDocument["requests"][number];

const words = {
  done: "done",
  refused: "refused",
  unknown: "no answer",
  skipped: "not tried",
} as const;

/** What became of a request, in a word and the status of the answer. */
export function fateText(
  { outcome, status }: Report,
  colour: "green" | "red" | "dim",
  paint: Paint,
): string {
  return `${paint(colour, words[outcome])}${status === null ? "" : ` ${status}`}`;
}

/** A request, what became of it and what the server said; `indent` stands before each line. */
export function renderReport(report: Report, fate: string, indent: string): string {
  const { method, path, message, summary } = report;
  const indented = message === null ? "" : `\n${message}`.replaceAll("\n", `\n${indent}    `);
  return `${indent}${fate}: ${method} ${path}  ${summary}${indented}\n`;
}

/** What has to be said after a run, beside its verdict; nothing where all went well. */
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

/** What requests that succeeded are worth reporting. */
export function renderNotes(reports: readonly Report[], paint: Paint = plain): string {
  return reports
    .filter(({ outcome, message }) => outcome === "done" && message !== null)
    .map(({ summary, message }) => {
      const indented = message?.replaceAll("\n", "\n    ");
      return `${paint("yellow", "note")}: ${summary}: ${indented}\n`;
    })
    .join("");
}

/** What became of each request that did not succeed; many with the same answer are counted. */
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

/** What is wrong after a run; of many that stand in no file, the number. */
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
