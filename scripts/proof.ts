/**
 * The full counts of every claim: all tests at their full size, then the bench beside its bare loop. With
 * `--live`, instead: what Plumbline does to a running server, one case after the other.
 *
 *   npm run proof
 *   npm run proof -- --schemas DIR    with the OGC's schema files, laid out as they are published
 *   npm run proof -- --live URL       against a running server (CONTRIBUTING.md)
 *     --i-may-empty-it HOST:PORT      that is in use, and may lose what it holds
 *     --live-database ADDRESS         with tables in a schema of the lane's own: postgres://USER:PASSWORD@HOST:PORT/DATABASE
 *     --record FILE                   and what was met in a file
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { liveJobs } from "./proof/live.ts";
import { runAll } from "./run.ts";

const option = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    schemas: option,
    live: option,
    "i-may-empty-it": option,
    "live-database": option,
    record: option,
  },
});

const { live, schemas } = values;
const schemaFolder = schemas === undefined ? {} : { PLUMBLINE_OGC_SCHEMAS: resolve(schemas) };
const env = { PLUMBLINE_PROOF: "1", ...schemaFolder };

if (live !== undefined) runAll(liveJobs({ ...values, live }));
else if (Object.keys(values).some((name) => name !== "schemas")) {
  console.error("--i-may-empty-it, --live-database and --record go with --live URL.");
  process.exitCode = 64;
} else
  runAll([
    { name: "tests, full counts", command: ["vitest", "run"], env },
    { name: "tables on PostgreSQL", command: ["node", "scripts/lane.ts", "--whole"], env },
    { name: "bench", command: ["node", "scripts/bench.ts"] },
    { name: "bench, mosaics", command: ["node", "scripts/bench.ts", "mosaic"] },
    { name: "bench, sheets", command: ["node", "scripts/bench.ts", "sheets"] },
  ]);
