/**
 * A plan over what nobody has changed, on a server that shows no digests and answers each request after a while: from
 * its first request to its last, beside a bare loop of the same HTTP client that reads the same styles. Both are measured
 * where the requests arrive, in turns. Then a plan of many layers, beside the answers of the server alone.
 *
 *   npm run bench -- stock                500 styles, and 10,000 layers
 *   npm run bench -- stock 100            another size
 *   npm run bench -- stock --rounds 9     more rounds
 *   npm run bench -- stock --tiny         20 styles, one round, and 20 layers
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stockServer } from "../../test/stock/server.ts";
import { CONNECTION } from "../../test/support/estates/estate-of-kinds.ts";
import { PASSWORD, USER } from "../../test/support/servers/catalog.ts";
import { measure } from "./processes.ts";
import { median, noteRow, type Row } from "./row.ts";
import { writeStyles } from "./styles-estate.ts";

const BARE = fileURLToPath(new URL("bare-loop.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SIZE = 500;
const ROUNDS = 5;
/** What a released server took for such a request, with eight under way. */
const ANSWER_MS = 7;
const GOAL = 1.4;
const LAYERS = 10_000;
/** Reads that a command sends to such a server together. */
const READS_TOGETHER = 8;
const MIB = 1_048_576;
const PROJECT = "apiVersion: plumbline/v1\nkind: Project\nprune: owned\n";

/** Requests of a process, as they arrived. */
interface Arrived {
  readonly milliseconds: number;
  readonly requests: number;
  /** The most memory of the process. */
  readonly peakBytes: number;
}

/** Runs the bench and prints its lines; a goal that is missed is the process's exit code. */
export async function benchStock(cli: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: String(ROUNDS) },
      tiny: { type: "boolean", default: false },
    },
  });
  const [size, rounds] = values.tiny
    ? [20, 1]
    : [Number(positionals[0] ?? SIZE), Number(values.rounds)];
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "ignore" });
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const server = await listen();
  try {
    const folder = join(scratch, "manifests");
    writeStyles(folder, size, bodies(), { distinct: true });
    const project = join(scratch, "plumbline.yaml");
    writeFileSync(project, PROJECT);
    const plan = [cli, "plan", folder, "--project", project, "--detailed-exitcode"];
    await server.during([cli, "apply", folder, "--project", project, "--yes"]);
    // What it keeps of manifests is there from the second load on.
    await server.during(plan);
    const [plans, loops]: [Arrived[], Arrived[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      plans.push(await server.during(plan));
      loops.push(await server.during([BARE, "get", folder]));
    }
    report(size, plans, loops);
    await planLayers(cli, join(scratch, "many"), values.tiny ? 20 : LAYERS);
  } finally {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A plan of so many layers with their types, on a server of their own. */
async function planLayers(cli: string, scratch: string, size: number): Promise<void> {
  const folder = join(scratch, "layers");
  mkdirSync(folder, { recursive: true });
  const project = join(scratch, "plumbline.yaml");
  writeFileSync(project, PROJECT);
  const names = Array.from({ length: size }, (_unused, at) => `layer-${at}`);
  const document = (kind: string, metadata: object, spec: object) =>
    JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec });
  const place = { workspace: "w" };
  const all = [
    document("Workspace", { name: "w" }, { namespace: "http://example.org/w" }),
    document("DataStore", { ...place, name: "db" }, CONNECTION),
    ...names.flatMap((name) => [
      document("FeatureType", { ...place, name }, { store: "db", title: `The layer ${name}` }),
      document("Layer", { ...place, name }, { defaultStyle: "line" }),
    ]),
  ];
  writeFileSync(join(folder, "all.yaml"), all.join("\n---\n"));
  const server = await listen(0);
  try {
    await server.during([cli, "apply", folder, "--project", project, "--yes"]);
    server.setAnswerMs(ANSWER_MS);
    const plan = await server.during([
      cli,
      "plan",
      folder,
      "--project",
      project,
      "--detailed-exitcode",
    ]);
    const seconds = plan.milliseconds / 1_000;
    const alone = (plan.requests * ANSWER_MS) / READS_TOGETHER / 1_000;
    noteLine({
      what: `no-op plan of ${size} layers on a server without digests, first request to last`,
      figure: `${seconds.toFixed(1)} s, ${plan.requests} requests, ${(plan.peakBytes / MIB).toFixed(0)} MiB peak`,
      baseline: `${alone.toFixed(1)} s, the answers of the server alone, ${READS_TOGETHER} at once`,
      ratio: (seconds / alone).toFixed(2),
    });
  } finally {
    await server.close();
  }
}

function noteLine(row: Row): void {
  console.log(`${row.what}: ${row.figure}; ${row.baseline}: ${row.ratio}`);
  noteRow(row);
}

/** Small sheets, of a rule to twenty. */
function bodies(): readonly Buffer[] {
  const rule = (at: number) =>
    `<Rule><Name>r${at}</Name><PolygonSymbolizer><Fill><CssParameter name="fill">#1122${10 + at}</CssParameter></Fill></PolygonSymbolizer></Rule>`;
  return Array.from({ length: 20 }, (_unused, index) => {
    const rules = Array.from({ length: index + 1 }, (_none, at) => rule(at)).join("\n");
    return Buffer.from(
      `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>n</Name><UserStyle><FeatureTypeStyle>${rules}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`,
    );
  });
}

/** Starts the server; `during` says when the first and the last request of a process came. */
async function listen(answerMs: number = ANSWER_MS) {
  let delay = answerMs;
  const { app } = stockServer({ line: "2.28" });
  const times: number[] = [];
  app.addHook("onRequest", async () => {
    times.push(performance.now());
    if (delay > 0) await wait(delay);
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const env = { PLUMBLINE_URL: url, PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
  const during = async (command: readonly string[]): Promise<Arrived> => {
    times.length = 0;
    const { code, stderr, peakBytes } = await measure(command, env);
    if (code !== 0) throw new Error(`${command[1]} ended with ${code}: ${stderr}`);
    const milliseconds = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return { milliseconds, requests: times.length, peakBytes };
  };
  const setAnswerMs = (to: number) => void (delay = to);
  return { during, setAnswerMs, close: () => app.close() };
}

function report(size: number, plans: readonly Arrived[], loops: readonly Arrived[]): void {
  const middle = (all: readonly Arrived[]) => median(all.map(({ milliseconds }) => milliseconds));
  const ratio = median(plans.map((one, at) => one.milliseconds / (loops[at]?.milliseconds ?? 0)));
  const isHeld = ratio <= GOAL;
  const requests = plans[0]?.requests ?? 0;
  const figure = `${middle(plans).toFixed(0)} ms, ${requests} requests`;
  const baseline = `${middle(loops).toFixed(0)} ms, ${loops[0]?.requests} requests`;
  console.log(`plan of ${size} styles, first request to last   ${figure}`);
  console.log(`bare loop over 8 connections               ${baseline}`);
  console.log(`ratio ${ratio.toFixed(2)} (goal ${GOAL}): ${isHeld ? "held" : "missed"}`);
  noteRow({
    what: `no-op plan of ${size} styles on a server without digests, first request to last`,
    figure,
    baseline: `${baseline}, read bare over 8 connections`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${GOAL}`,
    isHeld,
  });
  if (!isHeld) process.exitCode = 1;
}
