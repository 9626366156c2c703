/** What the replays of real data share: manifests as text, verdicts looked up, counts reported. */
import { expect } from "vitest";
import type { Planned } from "../../src/reconciler/reconcile.ts";
import type { Applied } from "../support/estates/estate.ts";
import type { Verdict } from "./verdicts.ts";

/** A manifest; JSON is YAML. */
export function manifest(kind: string, metadata: object, spec: object): string {
  return `${JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec })}\n`;
}

/** The errors of a plan as one text. */
function errorsOf({ diagnostics }: Planned): string {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => message)
    .join("\n");
}

/** Checks an apply against the verdict on a file; gives what happened to it. */
export function assess(
  file: string,
  applied: Applied,
  verdicts: readonly Verdict[],
): "accepted" | "refused" {
  const verdict = verdicts.find((candidate) => candidate.file === file);
  const errors = errorsOf(applied.planned);
  if (verdict === undefined) {
    expect(errors, `${file} must be accepted`).toBe("");
    expect(applied.result?.converged, file).toBe(true);
    return "accepted";
  }
  expect(errors, `${file} must be refused: ${verdict.ground}`).toMatch(verdict.says);
  expect(applied.writes, file).toEqual([]);
  return "refused";
}

/** Checks that the server refused what the plan sent, for the reason that was written down, and that it is reported. */
export function assessRefusal(applied: Applied, { file, says, ground }: Verdict): void {
  expect(errorsOf(applied.planned), file).toBe("");
  expect(applied.result?.converged, `${file} must be refused: ${ground}`).toBe(false);
  expect(JSON.stringify(applied.result?.execution.reports), file).toMatch(says);
  expect(
    applied.writes.filter(({ response }) => response.status < 400),
    file,
  ).toEqual([]);
}

/** Writing requests as one word each, `DELETE PUT` for example. */
export function methodsOf({ writes }: Applied): string {
  return writes.map(({ request }) => request.method).join(" ");
}

/** Reports a count, so that a run of the tests is a report too. */
export function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A rough eye for layout, of its own: no comments, no white space around tags, no declaration. */
export function withoutLayout(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/gs, "")
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "")
    .replaceAll(/\s*([<>])\s*/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
