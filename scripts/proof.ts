/** The full counts of every claim: all tests at their full size, then the bench beside its bare loop. */
import { runAll } from "./run.ts";

runAll([
  { name: "tests, full counts", command: ["vitest", "run"], env: { PLUMBLINE_PROOF: "1" } },
  { name: "bench", command: ["node", "scripts/bench.ts"] },
  { name: "bench, mosaics", command: ["node", "scripts/bench.ts", "mosaic"] },
]);
