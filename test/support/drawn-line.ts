/** The line of stock servers that a case runs on: both in a proof, one drawn by the name of the case else. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { expect } from "vitest";
import { stockLines, type StockLine } from "../stock/lines.ts";

/** `PLUMBLINE_LINE` where it is set; else by the names of file and test, so that a case always has the same one. */
export function drawnLine(): StockLine {
  const wanted = stockLines.find((line) => line === process.env["PLUMBLINE_LINE"]);
  if (wanted !== undefined) return wanted;
  const { testPath = "", currentTestName = "" } = expect.getState();
  const [first = 0] = createHash("sha256")
    .update(`${basename(testPath)}${currentTestName}`)
    .digest();
  return stockLines[first % stockLines.length] ?? "2.28";
}
