/**
 * The full counts of every claim: all tests at their full size, then the bench beside its bare loop.
 *
 *   npm run proof
 *   npm run proof -- --schemas DIR    with the OGC's schema files, laid out as they are published
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runAll } from "./run.ts";

const { schemas } = parseArgs({ options: { schemas: { type: "string" } } }).values;
const env = {
  PLUMBLINE_PROOF: "1",
  ...(schemas === undefined ? {} : { PLUMBLINE_OGC_SCHEMAS: resolve(schemas) }),
};

runAll([
  { name: "tests, full counts", command: ["vitest", "run"], env },
  { name: "bench", command: ["node", "scripts/bench.ts"] },
  { name: "bench, mosaics", command: ["node", "scripts/bench.ts", "mosaic"] },
  { name: "bench, sheets", command: ["node", "scripts/bench.ts", "sheets"] },
]);
