/** Why an apply did not get where it was to go, in a line. */
import type { Applied } from "../support/estates/estate.ts";

/** What went wrong, or undefined. */
export function faultOf({ planned, result }: Applied): string | undefined {
  const { plan, diagnostics } = planned;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors.map(({ message }) => message).join("; ");
  const blocks = plan?.blocks ?? [];
  if (blocks.length > 0) return `blocked: ${blocks.map(({ message }) => message).join("; ")}`;
  if (result === undefined) return "nothing was planned";
  const failed = result.execution.reports.filter(
    ({ outcome }) => outcome !== "done" && outcome !== "skipped",
  );
  if (failed.length > 0)
    return failed
      .map(({ step, status, message }) => {
        const { method, path } = step.request;
        return `${method} ${path}: ${status} ${message}`;
      })
      .join("; ");
  if (result.diagnostics.length > 0)
    return result.diagnostics.map(({ message }) => message).join("; ");
  return result.converged ? undefined : "it did not converge";
}

/** A text in one line, not too long for a table. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
