/**
 * Long runs that show what wears out.
 *
 *   npm run soak -- watch                   30 minutes, 2,000 edits, 20 restarts of the server
 *   npm run soak -- watch --seconds 60      as many edits a second for another time
 *   npm run soak -- watch --seed 7
 *   npm run soak -- kills                   1,000 kills of a server that is written to (test/fault/kill.test.ts)
 *   npm run soak -- kills 100
 *   npm run soak -- kills --catalog postgres    200 kills of one of three servers of a database (test/replicas/processes.test.ts)
 *   npm run soak -- simulate --hours 8      histories of one seed after another, from where the last run stopped (test/simulation)
 *   npm run soak -- simulate --seed 7       the history of one seed
 */
import { parseArgs } from "node:util";
import { runAll } from "./run.ts";
import { killsJob } from "./soak/kills.ts";
import { simulateJob } from "./soak/simulate.ts";
import { problemsOf, soakWatch } from "./soak/watch.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "1800" },
    edits: { type: "string" },
    seed: { type: "string" },
    hours: { type: "string", default: "8" },
    catalog: { type: "string", default: "sqlite" },
  },
});
if (positionals[0] === "kills") runAll([killsJob(values.catalog, positionals[1])]);
else if (positionals[0] === "watch") await watch();
else if (positionals[0] === "simulate") runAll([simulateJob(values)]);
else throw new Error("say what to soak: watch, kills or simulate");

async function watch(): Promise<void> {
  const seconds = Number(values.seconds);
  const edits = Number(values.edits ?? Math.round((seconds * 2_000) / 1_800));
  const restarts = Math.max(1, Math.round(edits / 100));
  const onProgress = (text: string) => console.log(text);
  const report = await soakWatch({
    seconds,
    edits,
    restarts,
    seed: Number(values.seed ?? 1),
    onProgress,
  });
  console.log(JSON.stringify(report, null, 1));
  const problems = problemsOf(report);
  for (const problem of problems) console.error(`FAILED  ${problem}`);
  console.log(problems.length === 0 ? "passed" : "failed");
  process.exitCode = problems.length === 0 ? 0 : 1;
}
