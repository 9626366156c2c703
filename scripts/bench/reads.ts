/**
 * Reads, beside a bare Fastify that sends the same bytes to the same load in the same run: a style's entry and
 * content, an answer that says that the client has it, a list of 300 and the digest of many styles that nobody
 * has changed; then the contents of many styles in turn, alone and while another style is changed. The server logs
 * as it does by default; then, without goals, each request, to where nobody reads it.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { styleFolder } from "../../src/model/style.ts";
import { benchArguments } from "./arguments.ts";
import { placeInFolder, placeInPostgres, type CatalogPlace } from "./catalog-place.ts";
import { benchClient, type BenchClient } from "./client.ts";
import { paced, type Beside } from "./paced.ts";
import { cpuOf, type BenchServer } from "./processes.ts";
import type { Asked } from "./read-load.ts";
import { noteRow } from "./row.ts";

const LOAD = fileURLToPath(new URL("read-load.ts", import.meta.url));
const BARE = fileURLToPath(new URL("bare-reads.ts", import.meta.url));
const LISTED = 300;
const CONNECTIONS = 32;
/** Contents that styles share: the first digest looks into each of them once. */
const CONTENTS = 5_000;

/** Styles whose contents are asked for evenly. */
const EVENLY = 1_000;
/** Of another style, while they are asked for. */
const CHANGES_PER_SECOND = 50;

/** What is read, and how much of the rate of the bare server is wanted. */
interface Case {
  readonly what: string;
  /** Without it, those of the contents of many styles. */
  readonly path?: string;
  readonly goal: number;
  readonly goalOnPostgres?: number;
  /** Whether the client has it already. */
  readonly isHad?: boolean;
  readonly isBesideChanges?: boolean;
}

const evenly = { goal: 0.5, goalOnPostgres: 0.4 } as const;
const evenlyHad = { ...evenly, goal: 0.6, isHad: true } as const;

const cases: readonly Case[] = [
  { what: "entry of a style", path: "/rest/styles/style-00007.json", goal: 0.6 },
  { what: "content of a style", path: "/rest/styles/style-00007.sld", goal: 0.6 },
  { what: "304 of the entry", path: "/rest/styles/style-00007.json", goal: 0.6, isHad: true },
  { what: "304 of the content", path: "/rest/styles/style-00007.sld", goal: 0.6, isHad: true },
  { what: `list of ${LISTED}`, path: "/rest/workspaces/w/styles.json", goal: 0.5 },
  { what: "digest of all", path: "/rest/plumbline/digest?kind=Style", goal: 0.5 },
  { what: `${EVENLY} contents evenly`, ...evenly },
  { what: `304 of ${EVENLY} contents`, ...evenlyHad },
  { what: `${EVENLY} contents beside changes`, ...evenly, isBesideChanges: true },
  { what: `304 of ${EVENLY} contents beside changes`, ...evenlyHad, isBesideChanges: true },
];

/** How long a load is sent, and how often. */
interface Turns {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmMs: number;
}

const usual: Turns = { rounds: 9, roundMs: 600, warmMs: 1_000 };
const tiny: Turns = { rounds: 1, roundMs: 50, warmMs: 10 };

/** What a comparison is made with. */
interface Setting {
  readonly server: BenchServer;
  readonly folder: string;
  readonly size: number;
  readonly turns: Turns;
  /** What is said behind each row. */
  readonly how: string;
  readonly goalOf: (one: Case) => number | undefined;
}

/** Runs the bench and prints its lines. */
export async function benchReads(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny, isOnPostgres } = benchArguments(args);
  const size = sizes[0] ?? (isTiny ? 50 : 50_000);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const data = join(folder, "data");
  const place = isOnPostgres ? await placeInPostgres(cli, data) : placeInFolder(cli, data);
  if (isOnPostgres) console.log("the catalog is in PostgreSQL");
  try {
    await (await place.start()).end();
    await seed(place, size);
    for (const level of ["info", "debug"] as const) {
      const server = await place.start(["--log-level", level], "ignore");
      console.log(`log at ${level}${level === "info" ? ", the default" : ""}, to /dev/null`);
      const turns = isTiny ? tiny : usual;
      const how = level === "info" ? "" : ", each request logged";
      try {
        await compare({
          server,
          folder,
          size,
          turns,
          how,
          goalOf: ({ goal, goalOnPostgres }) =>
            level === "info" ? (isOnPostgres ? goalOnPostgres : goal) : undefined,
        });
      } finally {
        await server.end();
      }
    }
  } finally {
    place.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills a catalog that no server has open. */
async function seed(place: CatalogPlace, size: number): Promise<void> {
  const catalog = await place.open();
  await catalog.write(serverOrigin, async (writer) => {
    await writer.put(
      { kind: "workspace", workspace: null, name: "w" },
      { uri: "http://w", isolated: false },
    );
    const put = async (workspace: string | null, number: number) => {
      const name = nameOf(number);
      const value = {
        format: "sld",
        version: "1.0.0",
        fileName: `${name}.sld`,
        legend: null,
      } as const;
      await writer.put({ kind: "style", workspace, name }, value);
      const content = Buffer.from(sheet(number % CONTENTS));
      await writer.writeFile(`${styleFolder(workspace)}/${name}.sld`, content);
    };
    for (let number = 0; number < size; number++) await put(null, number);
    for (let number = 0; number < LISTED; number++) await put("w", number);
  });
  await catalog.close();
}

function nameOf(number: number): string {
  return `style-${String(number).padStart(5, "0")}`;
}

/** A style sheet of some 1,600 bytes. */
function sheet(number: number): string {
  const rule =
    '<Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#112233</CssParameter></Stroke></LineSymbolizer></Rule>';
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${number}</Name><UserStyle><FeatureTypeStyle>${rule.repeat(12)}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

async function compare(setting: Setting): Promise<void> {
  const { server, folder, turns } = setting;
  await firstDigest(setting);
  const headers = authorization(server);
  const answers = await answersOf(setting);
  const bare = await startBare(server, folder, answers);
  const ours = { url: server.env["PLUMBLINE_URL"] ?? "", cpuSeconds: server.cpuSeconds };
  const changing = benchClient(server.env);
  const besideChanges = paced(CHANGES_PER_SECOND, changeOn(changing));
  const requests = join(folder, "requests.json");
  try {
    for (const one of cases) {
      const asked: readonly Asked[] = answers
        .filter(({ path }) => pathsOf(one, setting).includes(path))
        .map(({ path, etag }) => (one.isHad === true ? { path, etag } : { path }));
      writeFileSync(requests, JSON.stringify(asked));
      const load = { requests, headers, status: one.isHad === true ? 304 : 200 };
      const beside = one.isBesideChanges === true ? besideChanges : undefined;
      report(one, setting, await inTurns({ ours, bare, load, turns, beside }));
    }
  } finally {
    await changing.close();
    await bare.end();
  }
}

function pathsOf({ path }: Case, { size }: Pick<Setting, "size">): readonly string[] {
  if (path !== undefined) return [path];
  return Array.from(
    { length: Math.min(EVENLY, size) },
    (_one, number) => `/rest/styles/${nameOf(number)}.sld`,
  );
}

/** Changes a style that nobody reads. */
function changeOn(client: BenchClient): () => Promise<unknown> {
  const path = `/workspaces/w/styles/${nameOf(0)}`;
  const type = "application/vnd.ogc.sld+xml";
  let changes = 0;
  return () => client.send({ method: "PUT", path, type, body: sheet(CONTENTS + (++changes % 2)) });
}

/** How long the first digest takes after a start, and how long others wait beside it. */
async function firstDigest({ server, size, how }: Setting): Promise<void> {
  const client = benchClient(server.env);
  const other = benchClient(server.env);
  const waits: number[] = [];
  const over = new AbortController();
  await other.send({ path: "/styles/style-00007.json" });
  const reading = (async () => {
    while (!over.signal.aborted)
      waits.push((await other.send({ path: "/styles/style-00007.json" })).ms);
  })();
  const path = "/plumbline/digest?kind=Style";
  const took: number[] = [];
  let text = "";
  // Contents are looked into for a bounded time in each request.
  for (let before = "-"; before !== text && took.length < 200;) {
    before = text;
    const answer = await client.send({ path });
    text = answer.text;
    took.push(answer.ms);
  }
  over.abort();
  await reading;
  await client.close();
  await other.close();
  const total = took.reduce((sum, ms) => sum + ms, 0);
  const what = `digests of ${size} styles until all their ${Math.min(size, CONTENTS)} contents are looked into`;
  const figure = `${took.length} requests, ${total.toFixed(0)} ms, the longest ${Math.max(...took).toFixed(0)} ms`;
  const beside = `GETs beside them: 99 % within ${at(waits, 0.99).toFixed(1)} ms, longest ${Math.max(...waits).toFixed(1)} ms`;
  console.log(`${what}: ${figure}; ${beside}`);
  noteRow({ what: `${what}${how}`, figure, baseline: beside });
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function authorization({ env }: BenchServer): Readonly<Record<string, string>> {
  const { PLUMBLINE_USER = "", PLUMBLINE_PASSWORD = "" } = env;
  const login = Buffer.from(`${PLUMBLINE_USER}:${PLUMBLINE_PASSWORD}`).toString("base64");
  return { Authorization: `Basic ${login}` };
}

interface BareRoute {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly file: string;
}

/** What ours answers now to everything that is read. */
async function answersOf(setting: Setting): Promise<readonly BareRoute[]> {
  const { server, folder } = setting;
  const bodies = join(folder, "bodies");
  mkdirSync(bodies, { recursive: true });
  const answers: BareRoute[] = [];
  for (const path of new Set(cases.flatMap((one) => pathsOf(one, setting)))) {
    const answer = await fetch(`${server.env["PLUMBLINE_URL"]}${path}`, {
      headers: authorization(server),
    });
    const file = join(bodies, String(answers.length));
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const [type = "", etag = ""] = ["content-type", "etag"].map(
      (name) => answer.headers.get(name) ?? "",
    );
    answers.push({ path, type, etag, file });
  }
  return answers;
}

/** A server under load. */
interface Loaded {
  readonly url: string;
  readonly cpuSeconds: () => number;
}

/** Starts the bare server with what ours answers. */
async function startBare(
  server: BenchServer,
  folder: string,
  answers: readonly BareRoute[],
): Promise<Loaded & { readonly end: () => Promise<void> }> {
  const routes = answers.map(({ path, ...one }) => ({ ...one, path: path.split("?", 1)[0] }));
  const { PLUMBLINE_USER: user, PLUMBLINE_PASSWORD: password } = server.env;
  const settings = join(folder, "bare.json");
  writeFileSync(settings, JSON.stringify({ user, password, routes }));
  const child = spawn(process.execPath, [BARE, settings], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => void child.on("close", () => resolve()));
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => cpuOf(child.pid),
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

interface Rate {
  readonly perSecond: number;
  /** Microseconds that the server computed for one answer. */
  readonly cpu: number;
}

/** Rates of two servers under the same load, in turns so that both meet the same moments. */
async function inTurns({
  ours,
  bare,
  load,
  turns: { rounds, roundMs, warmMs },
  beside = (work) => work(),
}: {
  readonly ours: Loaded;
  readonly bare: Loaded;
  readonly load: object;
  readonly turns: Turns;
  /** Is done beside the load of ours. */
  readonly beside?: Beside | undefined;
}): Promise<{ readonly ours: Rate; readonly bare: Rate }> {
  await beside(() => rateOf(ours, load, warmMs));
  await rateOf(bare, load, warmMs);
  const rates: { readonly ours: Rate; readonly bare: Rate }[] = [];
  for (let round = 0; round < rounds; round++)
    rates.push({
      bare: await rateOf(bare, load, roundMs),
      ours: await beside(() => rateOf(ours, load, roundMs)),
    });
  const ratio = (one: { readonly ours: Rate; readonly bare: Rate }) =>
    one.ours.perSecond / one.bare.perSecond;
  const sorted = rates.toSorted((a, b) => ratio(a) - ratio(b));
  const median = sorted[Math.floor(rounds / 2)];
  if (median === undefined) throw new Error("no rounds");
  return median;
}

async function rateOf(server: Loaded, load: object, ms: number): Promise<Rate> {
  const before = server.cpuSeconds();
  const child = spawn(
    process.execPath,
    [LOAD, JSON.stringify({ ...load, url: server.url, connections: CONNECTIONS, ms })],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve) => void child.on("close", () => resolve()));
  const { answers, seconds } = JSON.parse(said) as { answers: number; seconds: number };
  return { perSecond: answers / seconds, cpu: ((server.cpuSeconds() - before) / answers) * 1e6 };
}

function report(
  one: Case,
  { how, goalOf, size }: Setting,
  { ours, bare }: Awaited<ReturnType<typeof inTurns>>,
): void {
  const { what } = one;
  const goal = goalOf(one);
  const rate = ({ perSecond, cpu }: Rate) =>
    `${perSecond.toFixed(0).padStart(7)}/s ${cpu.toFixed(0).padStart(6)} µs`;
  const ratio = ours.perSecond / bare.perSecond;
  const isMet = goal === undefined || ratio >= goal;
  const wanted = goal === undefined ? "" : ` (goal ${goal})`;
  console.log(
    `${what.padEnd(36)} ${rate(ours)}  bare ${rate(bare)}  ratio ${ratio.toFixed(2)}${wanted}  by time computed ${(bare.cpu / ours.cpu).toFixed(2)}${isMet ? "" : "  MISSED"}`,
  );
  noteRow({
    what: `${what.replace("digest of all", `digest of ${size} unchanged styles`)}${how}`,
    figure: `${ours.perSecond.toFixed(0)}/s`,
    baseline: `a bare route that sends the same: ${bare.perSecond.toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    ...(goal !== undefined && { goal: `≥ ${goal}`, isHeld: isMet }),
  });
  if (!isMet) process.exitCode = 1;
}
