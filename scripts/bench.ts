/**
 * Speed, beside something that runs next to it: a first apply and a no-op plan of many styles
 * over HTTP, compared with a bare loop that sends the requests or only loads the manifests.
 * Figures are wall-clock times of whole processes, ours started from nothing each time.
 *
 *   npm run bench            1,000 and 10,000 styles
 *   npm run bench -- 1000    one size
 *   npm run bench -- apply   first applies of styles: scripts/bench/apply.ts
 *   npm run bench -- no-op   plans over what nobody changed: scripts/bench/no-op.ts
 *   npm run bench -- mosaic  image mosaics: scripts/bench/mosaic.ts
 *   npm run bench -- watch   delay of watch mode: scripts/bench/watch.ts
 *   npm run bench -- startup what a start costs: scripts/bench/startup.ts
 *   npm run bench -- sheets  CSS styles as SLD: scripts/bench/sheets.ts
 *   npm run bench -- report  report pages in a browser: scripts/bench/report.ts
 *   npm run bench -- reads   answers that nobody has changed: scripts/bench/reads.ts
 *   npm run bench -- console a large mosaic in the console: scripts/bench/console.ts
 *   npm run bench -- writes  durable writes and the reads beside them: scripts/bench/writes.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchApply } from "./bench/apply.ts";
import { benchConsole } from "./bench/console.ts";
import { benchMosaic } from "./bench/mosaic.ts";
import { benchNoOp } from "./bench/no-op.ts";
import { benchReads } from "./bench/reads.ts";
import { benchReport } from "./bench/report.ts";
import { benchSheets } from "./bench/sheets.ts";
import { benchStartup } from "./bench/startup.ts";
import { benchWatch } from "./bench/watch.ts";
import { benchWrites } from "./bench/writes.ts";
import { measure, startServer, type Measured } from "./bench/processes.ts";
import { styleBodies, writeStyles } from "./bench/styles-estate.ts";

const CLI = fileURLToPath(new URL("../bin/plumbline.js", import.meta.url));
const BARE = fileURLToPath(new URL("bench/bare-loop.ts", import.meta.url));
const ALONE = fileURLToPath(new URL("bench/load-alone.ts", import.meta.url));
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);

async function run(size: number, cycled: readonly Buffer[]): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const estate = join(scratch, "estate");
  writeStyles(estate, size, cycled);
  const bareServer = await startServer(CLI, join(scratch, "bare"));
  const bareWrites = await measure([BARE, "post", estate], bareServer.env);
  await bareServer.end();
  const server = await startServer(CLI, join(scratch, "data"));
  const apply = await measure([CLI, "apply", estate, "--yes", "-o", "json"], server.env);
  const bareReads = await measure([BARE, "get", estate], server.env);
  const plan = await measure([CLI, "plan", estate, "--detailed-exitcode"], server.env);
  await server.end();
  const alone = await measure([ALONE, estate], {});
  if (plan.code !== 0)
    throw new Error(`the plan after the apply ended with ${plan.code}: ${plan.stderr}`);
  rmSync(scratch, { recursive: true });
  report(`first apply of ${size} styles`, apply, `the same ${size} POSTs sent bare`, bareWrites);
  report(
    `no-op plan of ${size} styles`,
    plan,
    `${size} GETs of the same bodies sent bare`,
    bareReads,
  );
  report(`no-op plan of ${size} styles`, plan, "the same manifests loaded alone", alone);
}

function report(what: string, ours: Measured, beside: string, bare: Measured): void {
  const rows = [
    [what, ours],
    [beside, bare],
  ] as const;
  for (const [label, { seconds, peakBytes, requests }] of rows) {
    console.log(
      `${label.padEnd(46)} ${seconds.toFixed(2).padStart(7)} s  ${String(requests).padStart(6)} requests  ${mib(peakBytes).padStart(4)} MiB peak`,
    );
  }
  console.log(`${"ratio".padEnd(46)} ${(ours.seconds / bare.seconds).toFixed(2).padStart(7)}\n`);
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}

if (process.argv[2] === "apply") await benchApply(process.argv.slice(3));
else if (process.argv[2] === "no-op") await benchNoOp(CLI, process.argv.slice(3));
else if (process.argv[2] === "mosaic") await benchMosaic(CLI, sizes[0]);
else if (process.argv[2] === "watch") await benchWatch(CLI, sizes[0]);
else if (process.argv[2] === "startup") await benchStartup(CLI);
else if (process.argv[2] === "reads") await benchReads(CLI, sizes[0]);
else if (process.argv[2] === "sheets") benchSheets();
else if (process.argv[2] === "report") await benchReport(sizes[0]);
else if (process.argv[2] === "console") await benchConsole(CLI, sizes[0]);
else if (process.argv[2] === "writes") await benchWrites(CLI, sizes[0]);
else {
  const cycled = styleBodies();
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) await run(size, cycled);
}
