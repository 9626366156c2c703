/**
 * Durable writes and the reads beside them: PUTs of styles of 1.6 KB over one and over many connections, beside the
 * same statements in SQLite with one transaction each, and beside the same PUTs on a disk that syncs nothing (memory);
 * GETs beside writers; and a mixed load at a fixed rate, beside a bare route. Clients are a process of their own.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchClient } from "./client.ts";
import { startListening, startServer, type BenchServer } from "./processes.ts";
import { rawWriteMs, syncMs } from "./raw-writes.ts";
import { styleOf, type Load, type Outcome, type Stream } from "./write-load.ts";

const LOAD = fileURLToPath(new URL("write-load.ts", import.meta.url));
const BARE = fileURLToPath(new URL("bare-routes.ts", import.meta.url));
const MEMORY = "/dev/shm";
const CONNECTIONS = [1, 16, 64] as const;
const SLD_TYPE = "application/vnd.ogc.sld+xml";

/** What has to hold at so many connections: a share of the raw rate, or another thing where that is not reached. */
const goals = {
  1: { ofRaw: 0.7, moreMs: 1.5, ofUnsynced: undefined },
  16: { ofRaw: 1.5, moreMs: undefined, ofUnsynced: 0.7 },
  64: { ofRaw: 2.5, moreMs: undefined, ofUnsynced: 0.7 },
} as const;
/** Milliseconds of the 99th percentile, or a multiple of what it is compared with. */
const BESIDE_WRITERS = { ms: 20, timesAlone: 5 };
const MIXED = { ms: 25, timesBare: 3 };

/** Runs the bench, so many seconds for each figure, and prints its lines. */
export async function benchWrites(cli: string, seconds = 8): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const memory = mkdtempSync(join(MEMORY, "plumbline-bench-"));
  try {
    console.log(`a sync of one page: ${syncMs(disk).toFixed(2)} ms`);
    const server = await startFilled(cli, join(disk, "data"));
    const unsynced = await startFilled(cli, join(memory, "data"));
    for (const connections of CONNECTIONS)
      await compareWrites({ disk, server, unsynced, connections, seconds });
    await unsynced.end();
    await readBesideWriters(server, seconds);
    await mixed(server, seconds);
    await server.end();
  } finally {
    for (const folder of [disk, memory]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A server with the styles that the clients read and write. */
async function startFilled(cli: string, data: string): Promise<BenchServer> {
  const server = await startServer(cli, data);
  const client = benchClient(server.env);
  const names = ["read", ...Array.from({ length: 200 }, (_unused, index) => `s${index}`)];
  for (const name of names)
    await client.send({
      method: "POST",
      path: `/styles?name=${name}`,
      type: SLD_TYPE,
      body: styleOf(0),
    });
  await client.close();
  return server;
}

/** Sends a load from a process of its own. */
async function sendLoad(
  env: Readonly<Record<string, string>>,
  seconds: number,
  streams: readonly Stream[],
): Promise<readonly Outcome[]> {
  const { PLUMBLINE_URL: url = "", PLUMBLINE_USER = "", PLUMBLINE_PASSWORD = "" } = env;
  const login = Buffer.from(`${PLUMBLINE_USER}:${PLUMBLINE_PASSWORD}`).toString("base64");
  const load: Load = { url, authorization: `Basic ${login}`, seconds, streams };
  const child = spawn(process.execPath, [LOAD, JSON.stringify(load)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => void child.on("close", resolve));
  if (code !== 0) throw new Error(`the clients ended with ${String(code)}`);
  const outcomes = JSON.parse(said) as readonly Outcome[];
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests were refused`);
  return outcomes;
}

async function compareWrites({
  disk,
  server,
  unsynced,
  connections,
  seconds,
}: {
  readonly disk: string;
  readonly server: BenchServer;
  readonly unsynced: BenchServer;
  readonly connections: (typeof CONNECTIONS)[number];
  readonly seconds: number;
}): Promise<void> {
  const folder = mkdtempSync(join(disk, "raw-"));
  const raw = 1_000 / rawWriteMs(folder, seconds / 2);
  const streams = [{ name: "put", connections, writes: 100, everyMs: 0 }];
  const [put] = await sendLoad(server.env, seconds, streams);
  const [memory] = await sendLoad(unsynced.env, seconds, streams);
  const again = 1_000 / rawWriteMs(mkdtempSync(join(disk, "raw-")), seconds / 2);
  if (put === undefined || memory === undefined) throw new TypeError("no outcome");
  const baseline = (raw + again) / 2;
  const ofRaw = put.perSecond / baseline;
  const moreMs = 1_000 / put.perSecond - 1_000 / baseline;
  const ofUnsynced = put.perSecond / memory.perSecond;
  const goal = goals[connections];
  const others = [
    ...(goal.moreMs === undefined ? [] : [`${goal.moreMs} ms more`]),
    ...(goal.ofUnsynced === undefined ? [] : [`${goal.ofUnsynced} of unsynced`]),
  ];
  const isMet =
    ofRaw >= goal.ofRaw ||
    (goal.moreMs !== undefined && moreMs <= goal.moreMs) ||
    (goal.ofUnsynced !== undefined && ofUnsynced >= goal.ofUnsynced);
  report(
    isMet,
    `${String(connections).padStart(3)} connections ${perSecond(put.perSecond)} PUTs  raw ${perSecond(baseline)}  ` +
      `of raw ${ofRaw.toFixed(2)} (${moreMs.toFixed(2)} ms more)  ` +
      `unsynced ${perSecond(memory.perSecond)}  of unsynced ${ofUnsynced.toFixed(2)}  ` +
      `p50 ${ms(put.writes.p50)} p99 ${ms(put.writes.p99)}  (goal ${[`${goal.ofRaw} of raw`, ...others].join(", or ")})`,
  );
}

async function readBesideWriters(server: BenchServer, seconds: number): Promise<void> {
  const readers = { name: "get", connections: 4, writes: 0, everyMs: 20 };
  const writers = { name: "put", connections: 16, writes: 100, everyMs: 0 };
  const [alone] = await sendLoad(server.env, seconds, [readers]);
  const [beside] = await sendLoad(server.env, seconds, [readers, writers]);
  if (alone === undefined || beside === undefined) throw new TypeError("no outcome");
  const goal = Math.max(BESIDE_WRITERS.ms, BESIDE_WRITERS.timesAlone * alone.reads.p99);
  const times = ({ reads }: Outcome) =>
    `p50 ${ms(reads.p50)} p99 ${ms(reads.p99)} longest ${ms(reads.most)}`;
  console.log(`GETs alone             ${times(alone)}`);
  report(
    beside.reads.p99 <= goal,
    `GETs beside 16 writers ${times(beside)}  (goal of the p99 ${ms(goal)}: ${BESIDE_WRITERS.ms} ms, or ${BESIDE_WRITERS.timesAlone} times alone)`,
  );
}

/** 2,000 requests a second of 200 clients, nine reads to one write. */
async function mixed(server: BenchServer, seconds: number): Promise<void> {
  const streams = [{ name: "mixed", connections: 200, writes: 10, everyMs: 100 }];
  const [ours] = await sendLoad(server.env, seconds, streams);
  const bare = await startListening([BARE], {});
  const [other] = await sendLoad(bare.env, seconds, streams);
  await bare.end();
  if (ours === undefined || other === undefined) throw new TypeError("no outcome");
  const p99 = ({ reads, writes }: Outcome) => Math.max(reads.p99, writes.p99);
  const goal = Math.max(MIXED.ms, MIXED.timesBare * p99(other));
  const line = (what: string, outcome: Outcome) =>
    `2,000 requests/s, 10 % PUTs, ${what.padEnd(4)} ${perSecond(outcome.perSecond)}  GET p50 ${ms(outcome.reads.p50)} p99 ${ms(outcome.reads.p99)}  PUT p50 ${ms(outcome.writes.p50)} p99 ${ms(outcome.writes.p99)}`;
  console.log(line("bare", other));
  report(
    p99(ours) <= goal,
    `${line("ours", ours)}  (goal of the p99 ${ms(goal)}: ${MIXED.ms} ms, or ${MIXED.timesBare} times bare)`,
  );
}

function report(isMet: boolean, line: string): void {
  console.log(isMet ? line : `${line}  MISSED`);
  if (!isMet) process.exitCode = 1;
}

const perSecond = (count: number) => `${count.toFixed(0).padStart(5)}/s`;
const ms = (time: number) => `${time.toFixed(1)} ms`;
