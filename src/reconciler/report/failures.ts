/** What went wrong in a run, as text: each once, and what repeats with its number. Pure. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { report as limits } from "../../model/limits.ts";
import { pathWithQuery } from "../../wire/request.ts";
import type { StepReport } from "../engine/run/events.ts";
import { count, plain, renderDiagnostics, type Paint } from "./text.ts";

const words = {
  refused: "refused",
  unknown: "no answer",
  skipped: "not tried",
  done: "done",
} as const;

/** What became of each request that did not succeed; many with the same answer are counted. */
export function renderFailures(reports: readonly StepReport[], paint: Paint = plain): string {
  const failed = reports.filter(({ outcome }) => outcome !== "done");
  const alike = Map.groupBy(failed, ({ outcome, status, message }) =>
    JSON.stringify([outcome, status, message]),
  );
  return [...alike.values()].map((same) => renderAlike(same, paint)).join("");
}

function renderAlike(same: readonly StepReport[], paint: Paint): string {
  const [first] = same;
  if (first === undefined) return "";
  const fate = fateOf(first, paint);
  if (same.length <= limits.foldFrom) return same.map((one) => renderFailure(one, paint)).join("");
  if (first.outcome === "skipped") return `${fate}: ${count(same.length, "request")}\n`;
  const told = same.slice(0, limits.sameFailures).map((one) => renderFailure(one, paint));
  const more = same.length - told.length;
  return `${told.join("")}${fate}: ${count(more, "more request")}, with the same answer\n`;
}

function renderFailure(report: StepReport, paint: Paint): string {
  const { step, message } = report;
  const said = message === undefined ? "" : `\n    ${message.replaceAll("\n", "\n    ")}`;
  return `${fateOf(report, paint)}: ${step.request.method} ${pathWithQuery(step.request)}  ${step.summary}${said}\n`;
}

function fateOf({ outcome, status }: StepReport, paint: Paint): string {
  return `${paint("red", words[outcome])}${status === undefined ? "" : ` ${status}`}`;
}

/** What is wrong after a run; of many that stand in no file, the number. */
export function renderAfterwards(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const placed = diagnostics.filter(({ where }) => where !== undefined);
  const others = Map.groupBy(
    diagnostics.filter(({ where }) => where === undefined),
    ({ code }) => code,
  );
  const parts = [...others].map(([code, same]) => {
    if (same.length <= limits.foldFrom) return renderDiagnostics(same, paint);
    const told = same.slice(0, limits.sameFailures);
    return `${renderDiagnostics(told, paint)}${same.length - told.length} more of [${code}]\n`;
  });
  return [renderDiagnostics(placed, paint), ...parts].join("");
}
