/** Lines of stock servers: which one a version is of, and that the table says what recorded servers did. */
import { expect, test } from "vitest";
import { everyService } from "../../src/model/service/every-service.ts";
import { isKept, serverLineOf } from "../../src/model/server-line.ts";
import { lineHabits, stockLines } from "../stock/lines.ts";

test.for([
  ["2.28.2", "2.28", true],
  ["2.28.5", "2.28", true],
  ["2.28-SNAPSHOT", "2.28", true],
  ["2.27.4", "2.2x", true],
  ["2.20.0", "2.2x", true],
  ["3.0-SNAPSHOT", "3.0", true],
  ["3.0.1", "3.0", true],
  ["2.15.1", "2.2x", false],
  ["2.29.0", "2.28", false],
  ["3.1.0", "3.0", false],
  ["4.0", "3.0", false],
  ["2.28.2-ours", "2.28", false],
  ["Custom", "2.28", false],
  ["", "2.28", false],
] as const)("%s is of %s (known: %s)", ([version, line, isKnown]) => {
  expect(serverLineOf(version)).toEqual({ line, isKnown });
});

test.for(stockLines)("%s drops what the server of that line was seen to drop", (line) => {
  const fields = Object.entries(everyService([]));
  const dropped = fields.filter(([name]) => !isKept(line, "Service", name));
  expect(new Set(dropped.map(([name]) => name))).toEqual(lineHabits[line].drops);
});
