/**
 * Speed of image mosaics: a harvest beside a bare loop that reads the same headers, and an index
 * of many rows over HTTP and without it, with one client that sends one request after the other.
 * The size is that of the index in rows; a harvest takes a fiftieth of it in files. With
 * `--postgres`, three servers share the index.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { packZip } from "../../src/wire/zip.ts";
import { benchArguments } from "./arguments.ts";
import { placeInFolder, placeInPostgres } from "./catalog-place.ts";
import { benchClient, whileReading, type BenchClient } from "./client.ts";
import { definition, packMosaic, TILES, writeRasters } from "./mosaic-estate.ts";
import { askInProcess, boxAndTime, fillIndex, instantAt } from "./mosaic-rows.ts";
import { startServer, type BenchServer } from "./processes.ts";
import { noteRow } from "./row.ts";

const BARE = fileURLToPath(new URL("bare-headers.ts", import.meta.url));
const STORE = "/workspaces/bench/coveragestores/tiles";
const GRANULES = `${STORE}/coverages/tiles/index/granules`;
const KEY = { workspace: "bench", store: "tiles", coverage: "tiles" };
const ZIP = "application/zip";
const MOST_MIB = 400;
const QUERIES = 1_000;
const SERVERS = 3;
const PAGES = 5;

/** One line of the table: what, the figure, what stands beside it, and the goal, with whether it is reached. */
type Line = readonly [what: string, figure: string, beside: string, goal: string, isHeld?: boolean];

/** Runs all parts and prints one table. */
export async function benchMosaic(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny, isOnPostgres } = benchArguments(args);
  const rows = sizes[0] ?? (isTiny ? 10_000 : 1_000_000);
  const size = { rows, queries: isTiny ? 20 : QUERIES };
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-mosaic-"));
  try {
    const lines = isOnPostgres
      ? await benchShared(cli, join(scratch, "shared"), size)
      : [
          ...(await benchHarvest(cli, join(scratch, "harvest"), rows / 50)),
          ...(await benchIndex(cli, join(scratch, "index"), size)),
        ];
    print(lines);
    for (const line of lines) noteLine(line);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function print(lines: readonly Line[]): void {
  const cells = lines.map(([what, figure, beside, goal]) => [what, figure, beside, goal]);
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  console.log("");
  for (const line of cells)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("   ")
        .trimEnd(),
    );
}

function noteLine([what, figure, beside, goal, isHeld]: Line): void {
  noteRow({
    what: what.trim(),
    figure,
    ...(beside !== "" && { [beside.endsWith(" times") ? "ratio" : "baseline"]: beside }),
    ...(isHeld !== undefined && { goal: goal.replace("<=", "≤"), isHeld }),
  });
}

async function benchHarvest(cli: string, scratch: string, files: number): Promise<Line[]> {
  const folder = join(scratch, "rasters");
  writeRasters(folder, files);
  return serving(cli, join(scratch, "data"), ["--granule-root", folder], async (server, client) => {
    await makeMosaic(client, await packZip(definition));
    const before = [1, 8].map((atOnce) => readBare(folder, atOnce));
    const harvest = await harvestFolder(server, client, folder);
    const after = [1, 8].map((atOnce) => readBare(folder, atOnce));
    const again = await watched(server, `${STORE}.json`, () =>
      harvestFolder(server, client, folder),
    );
    const [serial, eight] = before.map((one, at) => mean(one, after[at] ?? one));
    if (serial === undefined || eight === undefined) throw new TypeError("two loops were run");
    const ratio = (bare: Loop) => harvest.seconds / bare.seconds;
    const timesAs = (bare: Loop) => `${ratio(bare).toFixed(2)} times`;
    return [
      [`harvest of ${files} files`, loop(files, harvest), "", ""],
      ["  the headers read bare, one by one", loop(files, serial), timesAs(serial), ""],
      [
        "  the headers read bare, eight at once",
        loop(files, eight),
        timesAs(eight),
        "<= 2 times",
        ratio(eight) <= 2,
      ],
      ["  the same harvest again", loop(files, again), waitOf(again), ""],
      memory(server),
    ];
  });
}

interface IndexSize {
  readonly rows: number;
  readonly queries: number;
}

/** Three servers that share an index: the same queries to each of them at once, beside those to one. */
async function benchShared(
  cli: string,
  folder: string,
  { rows, queries }: IndexSize,
): Promise<Line[]> {
  const place = await placeInPostgres(cli, folder);
  const servers: BenchServer[] = [];
  try {
    const maker = await place.start();
    await withClient(maker, async (client) => makeMosaic(client, await packMosaic(1)));
    await maker.end();
    const filling = await timed(() => fill(() => place.open(), rows));
    for (let server = 0; server < SERVERS; server++) servers.push(await place.start());
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new TypeError("there are several");
    const filters = boxAndTime(queries, rows).map((filter) => list(filter, "limit=10"));
    const ask = (server: BenchServer) =>
      withClient(server, async (client) => {
        const times: number[] = [];
        for (const filter of filters) times.push((await client.send(filter)).ms);
        return times;
      });
    const alone = await ask(one);
    const together = (await Promise.all(servers.map(ask))).flat();
    const { path } = list(`time BEFORE ${instantAt(rows / 10_000)}`, "");
    const removal = await watched(other, granule(rows), () =>
      withClient(one, (client) => client.send({ method: "DELETE", path })),
    );
    for (const server of servers) {
      const { text } = await withClient(server, (client) => client.send({ path }));
      if (text.includes('"location"')) throw new Error("a server still has what was removed");
    }
    return [
      [`${rows} rows put in without a server`, seconds(filling.seconds * 1_000), "", ""],
      [`${queries} queries by box and time to one of ${SERVERS}`, spread(alone), "", ""],
      [
        `the same to each of ${SERVERS} at once`,
        spread(together),
        `${(quantile(together, 0.5) / quantile(alone, 0.5)).toFixed(1)} times`,
        "",
      ],
      [
        `DELETE of ${rows / 10} by filter, which all ${SERVERS} see`,
        seconds(removal.ms),
        waitOf(removal).replace("another reader", "a reader of another one"),
        "",
      ],
      ...servers.map(memory),
    ];
  } finally {
    await Promise.all(servers.map((server) => server.end()));
    place.end();
  }
}

async function fill(open: () => Catalog | Promise<Catalog>, rows: number): Promise<void> {
  const catalog = await open();
  try {
    await fillIndex(catalog, KEY, rows);
  } finally {
    await catalog.close();
  }
}

async function benchIndex(
  cli: string,
  data: string,
  { rows, queries }: IndexSize,
): Promise<Line[]> {
  await serving(cli, data, [], async (_server, client) => makeMosaic(client, await packMosaic(1)));
  const filling = await timed(() => fill(() => placeInFolder(cli, data).open(), rows));
  const filters = boxAndTime(queries, rows);
  const inProcess = await askInProcess(data, KEY, filters);
  return serving(cli, data, [], async (server, client) => {
    const overHttp: number[] = [];
    const alone: number[] = [];
    for (const [index, filter] of filters.entries()) {
      overHttp.push((await client.send(list(filter, "limit=10"))).ms);
      alone.push((await client.send({ path: granule(rows - index) })).ms);
    }
    return [
      [`${rows} rows put in without a server`, `${filling.seconds.toFixed(1)} s`, "", ""],
      [
        `${queries} queries by box and time, limit 10`,
        spread(overHttp),
        `${(quantile(overHttp, 0.5) / quantile(alone, 0.5)).toFixed(1)} times`,
        "p99 <= 10 ms",
        quantile(overHttp, 0.99) <= 10,
      ],
      ["  one granule by its id, in turns with them", spread(alone), "", ""],
      ["  the same queries without HTTP", spread(inProcess), "", ""],
      memory(server),
      ...(await benchPaging(server, client, rows)),
      ...(await benchRemoval(server, client, rows)),
      ...(await benchUpload(server, client, rows)),
    ];
  });
}

/** Works with a server and a client of it, and ends both. */
async function serving<Result>(
  ...[cli, data, flags, work]: [
    cli: string,
    data: string,
    flags: readonly string[],
    work: (server: BenchServer, client: BenchClient) => Promise<Result>,
  ]
): Promise<Result> {
  const server = await startServer(cli, data, { flags });
  try {
    return await withClient(server, (client) => work(server, client));
  } finally {
    await server.end();
  }
}

async function withClient<Result>(
  { env }: BenchServer,
  work: (client: BenchClient) => Promise<Result>,
): Promise<Result> {
  const client = benchClient(env);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function benchPaging(
  server: BenchServer,
  client: BenchClient,
  rows: number,
): Promise<Line[]> {
  const offset = Math.min(rows * 0.9, rows - 2 * TILES);
  const request = list(`time AFTER ${instantAt(rows / 100_000)}`, `limit=10&offset=${offset}`);
  const times: number[] = [];
  const { longestMs } = await watched(server, granule(rows), async () => {
    for (let page = 0; page < PAGES; page++) {
      const { ms, text } = await client.send(request);
      if (!text.includes('"location"')) throw new Error(`no page at ${offset}`);
      times.push(ms);
    }
    return {};
  });
  const what = `page at offset ${offset} by filter, limit 10`;
  return [[what, `${quantile(times, 0.5).toFixed(0)} ms`, waitOf({ longestMs }), ""]];
}

async function benchRemoval(
  server: BenchServer,
  client: BenchClient,
  rows: number,
): Promise<Line[]> {
  const path = list(`time BEFORE ${instantAt(rows / 10_000)}`, "").path;
  const removal = await watched(server, granule(rows), () =>
    client.send({ method: "DELETE", path }),
  );
  return [
    [`DELETE of ${rows / 10} by filter`, seconds(removal.ms), waitOf(removal), ""],
    memory(server),
  ];
}

async function benchUpload(
  server: BenchServer,
  client: BenchClient,
  rows: number,
): Promise<Line[]> {
  const files = Math.round(rows / 500);
  const body = await packMosaic(files);
  const path = "/workspaces/bench/coveragestores/sent/file.imagemosaic";
  const upload = await watched(server, granule(rows), () =>
    client.send({ method: "PUT", path, type: ZIP, body }),
  );
  return [
    [`PUT of a ZIP of ${files} files`, seconds(upload.ms), waitOf(upload), ""],
    ["  peak memory of the server, all of this done", mib(server.peakBytes()), "", ""],
  ];
}

async function makeMosaic(client: BenchClient, body: Uint8Array): Promise<void> {
  const workspace = { type: "application/json", body: '{"workspace":{"name":"bench"}}' };
  await client.send({ method: "POST", path: "/workspaces", ...workspace });
  await client.send({ method: "PUT", path: `${STORE}/file.imagemosaic`, type: ZIP, body });
}

async function harvestFolder(
  server: BenchServer,
  client: BenchClient,
  body: string,
): Promise<Loop> {
  const path = `${STORE}/external.imagemosaic`;
  const computed = server.cpuSeconds();
  const { ms } = await client.send({ method: "POST", path, type: "text/plain", body });
  return { seconds: ms / 1_000, cpu: server.cpuSeconds() - computed };
}

/** Does some work while somebody else reads what is at a path. */
async function watched<Result>(
  { env }: BenchServer,
  path: string,
  work: () => Promise<Result>,
): Promise<Result & { readonly longestMs: number }> {
  const { result, longestMs } = await whileReading(env, path, work);
  return { ...result, longestMs };
}

function waitOf({ longestMs }: { readonly longestMs: number }): string {
  return `another reader waits ${longestMs.toFixed(0)} ms at most`;
}

function list(filter: string, page: string): { readonly path: string } {
  return { path: `${GRANULES}.json?filter=${encodeURIComponent(filter)}&${page}` };
}

/** A granule by its number; the last ones are there until the end. */
function granule(id: number): string {
  return `${GRANULES}/tiles.${id}.json`;
}

interface Loop {
  readonly seconds: number;
  readonly cpu: number;
}

function readBare(folder: string, atOnce: number): Loop {
  const { stdout, stderr, status } = spawnSync(process.execPath, [BARE, folder, String(atOnce)]);
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as Loop;
}

function mean(one: Loop, other: Loop): Loop {
  return { seconds: (one.seconds + other.seconds) / 2, cpu: (one.cpu + other.cpu) / 2 };
}

function loop(files: number, { seconds, cpu }: Loop): string {
  const rate = `${(files / seconds).toFixed(0)} files/s`;
  return `${seconds.toFixed(2)} s, ${rate}, ${cpu.toFixed(1)} s of CPU`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

async function timed(work: () => Promise<void>): Promise<{ readonly seconds: number }> {
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1_000 };
}

function spread(times: readonly number[]): string {
  const [middle, late, last] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  return `p50 ${middle} ms, p99 ${late} ms, longest ${last} ms`;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function memory(server: BenchServer): Line {
  const peak = server.peakBytes();
  const isHeld = peak <= MOST_MIB * 1024 * 1024;
  return ["  peak memory of the server", mib(peak), "", `<= ${MOST_MIB} MiB`, isHeld];
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
