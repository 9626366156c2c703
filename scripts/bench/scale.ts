/**
 * A large catalog: a server of 100,000 styles from its start to two digests of all of them.
 *
 *   npm run bench -- scale          100,000 styles
 *   npm run bench -- scale 10000    another size
 *   npm run bench -- scale --tiny   300 styles
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { benchArguments } from "./arguments.ts";
import { benchClient } from "./client.ts";
import { startServer, type BenchServer } from "./processes.ts";
import { noteRow, type Row } from "./row.ts";
import { styleOf } from "./write-load.ts";

const CONNECTIONS = 32;
/** What garbage collection needs to come to rest. */
const REST_MS = 3_000;
const SLD_TYPE = "application/vnd.ogc.sld+xml";
const MIB = 1_048_576;
const goals = { startMs: 1_500, restMib: 200, digestsMib: 450 } as const;

/** Runs the bench and prints its lines; a goal that is missed is the process's exit code. */
export async function benchScale(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const [styles = 100_000] = isTiny ? [300] : sizes;
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  try {
    await largeCatalog(cli, join(scratch, "large"), styles);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function largeCatalog(cli: string, data: string, size: number): Promise<void> {
  const first = await startServer(cli, data);
  const began = performance.now();
  await fill(first, size).finally(() => first.end());
  const rate = (size * 1_000) / (performance.now() - began);
  report({
    what: `${size} styles created over ${CONNECTIONS} connections`,
    figure: `${rate.toFixed(0)}/s`,
  });
  const started = performance.now();
  const server = await startServer(cli, data);
  const startMs = performance.now() - started;
  const client = benchClient(server.env);
  try {
    await wait(REST_MS);
    const rest = server.residentBytes() / MIB;
    const list = await client.send({ path: "/styles.json" });
    const digest = async () => (await client.send({ path: "/plumbline/digest?kind=Style" })).ms;
    const digests = [await digest(), await digest()];
    const after = server.residentBytes() / MIB;
    const of = `of a server of ${size} styles`;
    within(`start ${of}`, startMs, goals.startMs, "ms");
    within(`memory at rest ${of}`, rest, goals.restMib, "MiB");
    report({ what: `first list ${of}`, figure: `${list.ms.toFixed(0)} ms` });
    report({
      what: `digests ${of}, the first two`,
      figure: digests.map((ms) => `${ms.toFixed(0)} ms`).join(", "),
    });
    within(`memory after the list and two digests ${of}`, after, goals.digestsMib, "MiB");
  } finally {
    await client.close();
    await server.end();
  }
}

async function fill(server: BenchServer, size: number): Promise<void> {
  let next = 0;
  const work = async () => {
    const client = benchClient(server.env);
    for (let number = next++; number < size; number = next++)
      await client.send({
        method: "POST",
        path: `/styles?name=s${number}`,
        type: SLD_TYPE,
        body: styleOf(number),
      });
    await client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

function within(what: string, value: number, most: number, unit: string): void {
  const text = (number: number) =>
    `${number >= 10 ? number.toFixed(0) : number.toFixed(2)} ${unit}`;
  report({ what, figure: text(value), goal: `≤ ${text(most)}`, isHeld: value <= most });
}

function report(row: Row): void {
  const wanted = row.goal === undefined ? "" : `  (goal ${row.goal})`;
  console.log(
    `${row.what.padEnd(72)} ${row.figure}${wanted}${row.isHeld === false ? "  MISSED" : ""}`,
  );
  noteRow(row);
  if (row.isHeld === false) process.exitCode = 1;
}
