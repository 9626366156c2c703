/**
 * A large catalog, and many targets: a server of 100,000 styles from its start to two digests of all of them, and one run
 * over 500 targets of 100 objects each, beside a tenth of them.
 *
 *   npm run bench -- scale              100,000 styles, 500 targets
 *   npm run bench -- scale 10000 50     other sizes
 *   npm run bench -- scale --tiny       300 styles, 10 targets
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { benchArguments } from "./arguments.ts";
import { benchClient } from "./client.ts";
import { measure, startServer, type BenchServer } from "./processes.ts";
import { noteRow, type Row } from "./row.ts";
import { styleOf } from "./write-load.ts";

const CONNECTIONS = 32;
const OBJECTS = 100;
const SERVERS = 8;
/** What garbage collection needs to come to rest. */
const REST_MS = 3_000;
const SLD_TYPE = "application/vnd.ogc.sld+xml";
const MIB = 1_048_576;
const goals = { startMs: 1_500, restMib: 200, digestsMib: 450, timesMemory: 1.25 } as const;

/** Runs the bench and prints its lines; a goal that is missed is the process's exit code. */
export async function benchScale(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const [styles = 100_000, targets = 500] = isTiny ? [300, 10] : sizes;
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  try {
    await largeCatalog(cli, join(scratch, "large"), styles);
    await manyTargets(cli, scratch, targets);
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

async function manyTargets(cli: string, scratch: string, most: number): Promise<void> {
  const peaks: number[] = [];
  for (const count of [Math.ceil(most / 10), most]) {
    const servers: BenchServer[] = [];
    try {
      for (let one = 0; one < SERVERS; one++)
        servers.push(await startServer(cli, join(scratch, `targets-${count}-${one}`)));
      const env = servers[0]?.env ?? {};
      const project = writeTargets(join(scratch, `project-${count}`), count, servers);
      const command = ["--project", project, "--all-targets", "--parallel", "4"];
      // Targets of one server wait for each other.
      const wait = ["--lock-timeout", "60s"];
      const applied = await measure([cli, "apply", ...command, ...wait, "--yes"], env);
      const planned = await measure([cli, "plan", ...command, "--detailed-exitcode"], env);
      const failed = [applied, planned].find(({ code }) => code !== 0);
      if (failed !== undefined) throw new Error(`${count} targets: ${failed.stderr}`);
      peaks.push(applied.peakBytes, planned.peakBytes);
      const seconds = [applied, planned].map((one) => `${one.seconds.toFixed(1)} s`).join(", ");
      report({
        what: `apply to ${count} targets of ${OBJECTS} objects each with --parallel 4, then a plan`,
        figure: seconds,
      });
    } finally {
      for (const server of servers) await server.end();
    }
  }
  const [small = 0, smallPlan = 0, large = 0, largePlan = 0] = peaks;
  const times = Math.max(large / small, largePlan / smallPlan);
  within(`most memory of ${most} targets to that of a tenth`, times, goals.timesMemory, "times");
}

/** A project whose targets are workspaces of some servers; gives its file. */
function writeTargets(folder: string, count: number, servers: readonly BenchServer[]): string {
  mkdirSync(join(folder, "manifests"), { recursive: true });
  const all = Array.from({ length: count }, (_unused, index) => {
    const { PLUMBLINE_URL = "", PLUMBLINE_USER = "" } = servers[index % SERVERS]?.env ?? {};
    const credentials = `{ user: ${PLUMBLINE_USER}, password: { fromEnv: PLUMBLINE_PASSWORD } }`;
    return `  t${index}: { url: "${PLUMBLINE_URL}", variables: { w: w${index} }, credentials: ${credentials} }\n`;
  });
  const project = join(folder, "plumbline.yaml");
  writeFileSync(
    project,
    `apiVersion: plumbline/v1\nkind: Project\nprune: none\nvariables: { w: { default: none } }\ntargets:\n${all.join("")}`,
  );
  const head = (kind: string) => `apiVersion: plumbline/v1\nkind: ${kind}\nmetadata:`;
  writeFileSync(
    join(folder, "manifests", "workspace.yaml"),
    `${head("Workspace")} { name: "\${{ var.w }}" }\nspec: { namespace: "http://example.org/\${{ var.w }}" }\n`,
  );
  for (let number = 1; number < OBJECTS; number++) {
    const name = `s${number}`;
    const manifest = `${head("Style")} { name: ${name}, workspace: "\${{ var.w }}" }\nspec: { source: ./${name}.sld }\n`;
    writeFileSync(join(folder, "manifests", `${name}.yaml`), manifest);
    writeFileSync(join(folder, "manifests", `${name}.sld`), styleOf(number));
  }
  return project;
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
