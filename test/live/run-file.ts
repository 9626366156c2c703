/** A run of the lane as a file: what became of the cases of the corpus, for docs/proven.md. */
import type { Verdict } from "./verdicts.ts";

/** The file. */
export interface LaneRun {
  /** The server, with what it ran in where somebody wrote that down. */
  readonly server: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  /** What stood between the lane and the server, or else has to be known. */
  readonly note?: string;
  readonly held: readonly string[];
  /** Cases with the reason. */
  readonly failed: Readonly<Record<string, string>>;
  readonly skipped: Readonly<Record<string, string>>;
}

/** The content of the file. */
export function runFile(server: string, verdicts: readonly Verdict[]): string {
  const own = verdicts.filter(({ table }) => table === "corpus");
  const reasons = (wanted: Verdict["outcome"]) =>
    Object.fromEntries(
      own
        .filter(({ outcome }) => outcome === wanted)
        .map(({ case: name, because = "" }) => [name, because]),
    );
  const run: LaneRun = {
    server,
    date: new Date().toISOString().slice(0, 10),
    held: own.filter(({ outcome }) => outcome === "held").map(({ case: name }) => name),
    failed: reasons("failed"),
    skipped: reasons("skipped"),
  };
  return `${JSON.stringify(run, null, 2)}\n`;
}
