/** What the file of a run says of the verdicts of the lane. */
import { expect, test } from "vitest";
import { CONTRACT_CELLS, CONTRACT_TABLE, REFUSED, runFile, type LaneRun } from "./run-file.ts";
import type { Verdict } from "./verdicts.ts";

const verdict = (table: string, name: string, more: Partial<Verdict> = {}): Verdict => ({
  table,
  case: name,
  cells: {},
  outcome: "held",
  requests: 1,
  ...more,
});
const rows = (...counts: readonly number[]) =>
  Object.fromEntries(CONTRACT_CELLS.map((cell, at) => [cell, String(counts[at])]));

test("cases by what became of them, those that had to be stopped by name, and the rows of all tables", () => {
  const file = runFile("a server", [
    verdict("corpus", "changed", { cells: { forward: "1 PUT" } }),
    verdict("corpus", "stopped", { cells: { forward: REFUSED } }),
    verdict("corpus", "wrong", { outcome: "failed", because: "it differs" }),
    verdict("corpus", "without data", { outcome: "skipped", because: "it has none" }),
    verdict(CONTRACT_TABLE, "layers", { cells: rows(10, 7, 3) }),
    verdict(CONTRACT_TABLE, "styles", { cells: rows(5, 4, 0), outcome: "failed" }),
  ]);
  expect(JSON.parse(file) as LaneRun).toMatchObject({
    server: "a server",
    held: ["changed", "stopped"],
    refused: ["stopped"],
    failed: { wrong: "it differs" },
    skipped: { "without data": "it has none" },
    contract: { rows: 15, asExpected: 11, knownToDiffer: 3 },
  });
});
