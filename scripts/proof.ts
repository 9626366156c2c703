/**
 * The full counts of every claim. With `--live`, instead: what Plumbline does to a running server, one case after the other.
 *
 *   npm run proof                     every shard (scripts/proof/shards.ts), one after the other
 *   npm run proof -- corpus faults    these
 *   npm run proof -- simulation       3,000 generated histories
 *   npm run proof -- database         the tables of the interface and the corpus once more, on PostgreSQL
 *   npm run proof -- --schemas DIR    with the OGC's schema files, laid out as they are published
 *   npm run proof -- --live URL       against a running server (CONTRIBUTING.md)
 *     --i-may-empty-it HOST:PORT      that is in use, and may lose what it holds
 *     --live-database ADDRESS         with tables in a schema of the lane's own: postgres://USER:PASSWORD@HOST:PORT/DATABASE
 *     --record FILE                   and what was met in a file
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { liveJobs } from "./proof/live.ts";
import { LONG, shardJob, SHARDS } from "./proof/shards.ts";
import { runAll, type Job } from "./run.ts";

const option = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    schemas: option,
    live: option,
    "i-may-empty-it": option,
    "live-database": option,
    record: option,
  },
});

const { live, schemas, ...ofLive } = values;

/** What is asked for, or why there is no such thing. */
function jobs(): readonly Job[] | string {
  if (live !== undefined)
    return positionals.length === 0
      ? liveJobs({ ...ofLive, live })
      : "--live URL has a lane of its own, without shards.";
  if (Object.keys(ofLive).length > 0)
    return "--i-may-empty-it, --live-database and --record go with --live URL.";
  const env = schemas === undefined ? {} : { PLUMBLINE_OGC_SCHEMAS: resolve(schemas) };
  const names = positionals.length === 0 ? SHARDS : positionals;
  const found = names.map((name) => shardJob(name, env));
  const isWhole = (all: readonly (Job | undefined)[]): all is readonly Job[] =>
    !all.includes(undefined);
  return isWhole(found) ? found : `The shards are ${[...SHARDS, ...LONG].join(", ")}.`;
}

const asked = jobs();
if (typeof asked !== "string") runAll(asked);
else {
  console.error(asked);
  process.exitCode = 64;
}
