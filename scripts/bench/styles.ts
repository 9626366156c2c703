/**
 * A first apply and a no-op plan of many styles over HTTP, compared with a bare loop that sends the requests or only
 * loads the manifests. Figures are wall-clock times of whole processes, ours started from nothing each time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchArguments } from "./arguments.ts";
import { measure, startServer, type Measured } from "./processes.ts";
import { noteRow } from "./row.ts";
import { styleBodies, writeStyles } from "./styles-estate.ts";

const BARE = fileURLToPath(new URL("bare-loop.ts", import.meta.url));
const ALONE = fileURLToPath(new URL("load-alone.ts", import.meta.url));

/** Runs the bench for each size and prints its lines. */
export async function benchStyles(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const cycled = styleBodies();
  const wanted = sizes.length > 0 ? sizes : isTiny ? [20] : [1_000, 10_000];
  for (const size of wanted) await run(cli, size, cycled);
}

async function run(cli: string, size: number, cycled: readonly Buffer[]): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const estate = join(scratch, "estate");
  writeStyles(estate, size, cycled);
  const bareServer = await startServer(cli, join(scratch, "bare"));
  const bareWrites = await measure([BARE, "post", estate], bareServer.env);
  await bareServer.end();
  const server = await startServer(cli, join(scratch, "data"));
  const apply = await measure([cli, "apply", estate, "--yes", "-o", "json"], server.env);
  const bareReads = await measure([BARE, "get", estate], server.env);
  const plan = await measure([cli, "plan", estate, "--detailed-exitcode"], server.env);
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
  const ratio = (ours.seconds / bare.seconds).toFixed(2);
  console.log(`${"ratio".padEnd(46)} ${ratio.padStart(7)}\n`);
  noteRow({
    what,
    figure: `${ours.seconds.toFixed(2)} s, ${ours.requests} requests, ${mib(ours.peakBytes)} MiB peak`,
    baseline: `${beside}: ${bare.seconds.toFixed(2)} s`,
    ratio,
  });
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
