/**
 * Durable writes and the reads beside them: PUTs of styles of 1.6 KB over one and over many connections, beside the
 * same statements with one transaction each, and beside the same PUTs on a disk that syncs nothing (memory);
 * GETs beside writers; and a mixed load at a fixed rate, beside a bare route. Clients are a process of their own.
 * With `--postgres` the server has its catalog there, bare statements come from as many connections, and what syncs
 * nothing is another PostgreSQL on that disk.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchArguments } from "./arguments.ts";
import { placeInFolder, placeInPostgres, type CatalogPlace } from "./catalog-place.ts";
import { benchClient } from "./client.ts";
import { startListening, startServer, type BenchServer } from "./processes.ts";
import { syncMs } from "./raw-writes.ts";
import { noteRow, type Row } from "./row.ts";
import { styleOf, type Load, type Outcome, type Stream } from "./write-load.ts";

const LOAD = fileURLToPath(new URL("write-load.ts", import.meta.url));
const BARE = fileURLToPath(new URL("bare-routes.ts", import.meta.url));
const MEMORY = "/dev/shm";
const CONNECTIONS = [1, 16, 64] as const;
/** What a sync of a slow disk takes, more than here. */
const SLOW_SYNC_MS = 20;
const SLD_TYPE = "application/vnd.ogc.sld+xml";

/** What has to hold at so many connections: a share of the raw rate, or another thing where that is not reached. */
const goalsInFolder = {
  1: { ofRaw: 0.7, moreMs: 1.5, ofUnsynced: undefined },
  16: { ofRaw: 1.5, moreMs: undefined, ofUnsynced: 0.7 },
  64: { ofRaw: 2.5, moreMs: undefined, ofUnsynced: 0.7 },
} as const;
const goalsOnPostgres = {
  1: { ofRaw: 0.7, moreMs: 5, ofUnsynced: undefined },
  16: { ofRaw: 0.5, moreMs: undefined, ofUnsynced: undefined },
  64: { ofRaw: 0.5, moreMs: undefined, ofUnsynced: undefined },
} as const;
/** Milliseconds of the 99th percentile, or a multiple of what it is compared with. */
const BESIDE_WRITERS = { ms: 20, timesAlone: 5 };
const MIXED_IN_FOLDER = { ms: 25, timesBare: 3 };
const MIXED_ON_POSTGRES = { ms: 100, timesBare: 3 };

/** What is measured. */
interface Setting {
  readonly place: CatalogPlace;
  readonly server: BenchServer;
  /** The same, but nothing is synced. */
  readonly unsynced: BenchServer;
  /** For each figure. */
  readonly seconds: number;
  readonly isOnPostgres: boolean;
  /** What is said behind a row. */
  readonly how?: string;
}

/** Runs the bench, so many seconds for each figure, and prints its lines. */
export async function benchWrites(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny, isOnPostgres } = benchArguments(args);
  const seconds = sizes[0] ?? (isTiny ? 0.2 : 8);
  const disk = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const memory = mkdtempSync(join(MEMORY, "plumbline-bench-"));
  const places: CatalogPlace[] = [];
  const servers: BenchServer[] = [];
  const start = async (place: CatalogPlace) => {
    places.push(place);
    const server = await place.start();
    servers.push(server);
    await fill(server);
    return server;
  };
  try {
    console.log(`a sync of one page: ${syncMs(disk).toFixed(2)} ms`);
    const [data, other] = [join(disk, "data"), join(memory, "data")];
    const ours = isOnPostgres ? await placeInPostgres(cli, data) : placeInFolder(cli, data);
    const server = await start(ours);
    const beside = isOnPostgres ? await placeInPostgres(cli, other) : placeInFolder(cli, other);
    const setting = {
      place: ours,
      server,
      unsynced: await start(beside),
      seconds,
      isOnPostgres,
    };
    if (isOnPostgres) console.log("the catalog is in PostgreSQL");
    for (const connections of CONNECTIONS) await compareWrites(setting, connections);
    await readBesideWriters(setting);
    await mixed(setting);
    if (!isOnPostgres) await readBesideSlowSyncs(cli, { ...setting, disk });
  } finally {
    for (const server of servers) await server.end();
    for (const place of places) place.end();
    for (const folder of [disk, memory]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the styles that the clients read and write. */
async function fill(server: BenchServer, size = 200): Promise<void> {
  const client = benchClient(server.env);
  const names = ["read", ...Array.from({ length: size }, (_unused, index) => `s${index}`)];
  for (const name of names)
    await client.send({
      method: "POST",
      path: `/styles?name=${name}`,
      type: SLD_TYPE,
      body: styleOf(0),
    });
  await client.close();
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

async function compareWrites(
  { place, server, unsynced, seconds, isOnPostgres }: Setting,
  connections: (typeof CONNECTIONS)[number],
): Promise<void> {
  const raw = await place.rawPuts(connections, seconds / 2);
  const streams = [{ name: "put", connections, writes: 100, everyMs: 0 }];
  const [put] = await sendLoad(server.env, seconds, streams);
  const [memory] = await sendLoad(unsynced.env, seconds, streams);
  const again = await place.rawPuts(connections, seconds / 2);
  if (put === undefined || memory === undefined) throw new TypeError("no outcome");
  const baseline = (raw + again) / 2;
  const ofRaw = put.perSecond / baseline;
  const moreMs = 1_000 / put.perSecond - 1_000 / baseline;
  const ofUnsynced = put.perSecond / memory.perSecond;
  const goal = (isOnPostgres ? goalsOnPostgres : goalsInFolder)[connections];
  const others = [
    ...(goal.moreMs === undefined ? [] : [`at most ${goal.moreMs} ms more`]),
    ...(goal.ofUnsynced === undefined ? [] : [`${goal.ofUnsynced} of unsynced`]),
  ];
  const isMet =
    ofRaw >= goal.ofRaw ||
    (goal.moreMs !== undefined && moreMs <= goal.moreMs) ||
    (goal.ofUnsynced !== undefined && ofUnsynced >= goal.ofUnsynced);
  const wanted = [`${goal.ofRaw} of raw`, ...others].join(", or ");
  report(
    {
      what: `durable PUTs over ${connections === 1 ? "1 connection" : `${connections} connections`}`,
      figure: `${perSecond(put.perSecond).trim()}, p50 ${ms(put.writes.p50)}, p99 ${ms(put.writes.p99)}`,
      baseline: `raw statements: ${perSecond(baseline).trim()}; the same unsynced: ${perSecond(memory.perSecond).trim()}`,
      ratio: `${ofRaw.toFixed(2)} of raw, ${moreMs.toFixed(2)} ms more, ${ofUnsynced.toFixed(2)} of unsynced`,
      goal: `at least ${wanted}`,
      isHeld: isMet,
    },
    `${String(connections).padStart(3)} connections ${perSecond(put.perSecond)} PUTs  raw ${perSecond(baseline)}  ` +
      `of raw ${ofRaw.toFixed(2)} (${moreMs.toFixed(2)} ms more)  ` +
      `unsynced ${perSecond(memory.perSecond)}  of unsynced ${ofUnsynced.toFixed(2)}  ` +
      `p50 ${ms(put.writes.p50)} p99 ${ms(put.writes.p99)}`,
  );
}

async function readBesideWriters({
  server,
  seconds,
  isOnPostgres,
  how = "",
}: Setting): Promise<void> {
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
    {
      what: `GETs beside 16 writers${how}`,
      figure: times(beside),
      baseline: `alone: ${times(alone)}`,
      ratio: `${(beside.reads.p99 / alone.reads.p99).toFixed(1)} of the p99`,
      ...(!isOnPostgres && {
        goal: `p99 ≤ ${BESIDE_WRITERS.ms} ms, or ${BESIDE_WRITERS.timesAlone} times alone`,
        isHeld: beside.reads.p99 <= goal,
      }),
    },
    `GETs beside 16 writers${how} ${times(beside)}`,
  );
}

/** As on a disk that takes long to sync. */
async function readBesideSlowSyncs(cli: string, setting: Setting & { readonly disk: string }) {
  if (spawnSync("strace", ["--version"]).status !== 0)
    return console.log("SKIPPED, needs strace: GETs beside 16 writers on a slow disk");
  const place = join(setting.disk, "slow");
  const server = await startServer(cli, place, { moreSyncMs: SLOW_SYNC_MS });
  try {
    await fill(server, 20);
    await readBesideWriters({ ...setting, server, how: `, each sync ${SLOW_SYNC_MS} ms longer` });
  } finally {
    await server.end();
  }
}

/** 2,000 requests a second of 200 clients, nine reads to one write. */
async function mixed({ server, seconds, isOnPostgres }: Setting): Promise<void> {
  const streams = [{ name: "mixed", connections: 200, writes: 10, everyMs: 100 }];
  const [ours] = await sendLoad(server.env, seconds, streams);
  const bare = await startListening([BARE], {});
  const [other] = await sendLoad(bare.env, seconds, streams).finally(() => bare.end());
  if (ours === undefined || other === undefined) throw new TypeError("no outcome");
  const p99 = ({ all }: Outcome) => all.p99;
  const most = isOnPostgres ? MIXED_ON_POSTGRES : MIXED_IN_FOLDER;
  const goal = Math.max(most.ms, most.timesBare * p99(other));
  const load = "2,000 requests/s of 200 clients, 10 % PUTs";
  const times = (outcome: Outcome) =>
    `${perSecond(outcome.perSecond)}  p99 ${ms(outcome.all.p99)}  GET p50 ${ms(outcome.reads.p50)} p99 ${ms(outcome.reads.p99)}  PUT p50 ${ms(outcome.writes.p50)} p99 ${ms(outcome.writes.p99)}`;
  console.log(`${load}, bare ${times(other)}`);
  report(
    {
      what: load,
      figure: times(ours).trim(),
      baseline: `a bare route: ${times(other).trim()}`,
      ratio: `${(p99(ours) / p99(other)).toFixed(1)} of the p99`,
      goal: `p99 of all ≤ ${most.ms} ms, or ${most.timesBare} times bare`,
      isHeld: p99(ours) <= goal,
    },
    `${load}, ours ${times(ours)}`,
  );
}

/** Prints a line with its goal, and keeps the row of it. */
function report(row: Row, line: string): void {
  const wanted = row.goal === undefined ? "" : `  (goal ${row.goal})`;
  console.log(`${line}${wanted}${row.isHeld === false ? "  MISSED" : ""}`);
  noteRow(row);
  if (row.isHeld === false) process.exitCode = 1;
}

const perSecond = (count: number) => `${count.toFixed(0).padStart(5)}/s`;
const ms = (time: number) => `${time.toFixed(1)} ms`;
