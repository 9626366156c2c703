/** The line of stock servers that a case runs on: one drawn by the name of the case, or the one that is wanted. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { expect } from "vitest";
import { stockLines, type StockLine } from "../../stock/lines.ts";

/** `PLUMBLINE_LINE` where it is set. */
export const wantedLine = stockLines.find((line) => line === process.env["PLUMBLINE_LINE"]);

/** `PLUMBLINE_LINE` where it is set; else by a name, so that what has it always has the same one. */
export function lineFor(name: string): StockLine {
  if (wantedLine !== undefined) return wantedLine;
  const [first = 0] = createHash("sha256").update(name).digest();
  return stockLines[first % stockLines.length] ?? "2.28";
}

/** The line of the test that runs, by the names of its file and its own. */
export function drawnLine(): StockLine {
  const { testPath = "", currentTestName = "" } = expect.getState();
  return lineFor(`${basename(testPath)}${currentTestName}`);
}
