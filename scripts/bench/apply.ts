/**
 * What a first apply costs beside what cannot be left out: loading the manifests, and the same writes sent bare with as many in
 * flight. Wall-clock times of whole processes, each against a server of its own on an empty folder, and what
 * client and server computed: where others work beside, that says more. At the usual size the middle ones of some rounds,
 * in which all three meet the same moments.
 *
 *   npm run bench -- apply                        10,000 styles
 *   npm run bench -- apply --distinct             each with a content of its own; otherwise they come again and again
 *   npm run bench -- apply --sizes 5000,50000     also the cost per object, start taken off
 *   npm run bench -- apply --against COMMIT       also the apply of that commit, in a worktree of its own
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { client as limits } from "../../src/model/limits.ts";
import { measure, startServer, type Measured } from "./processes.ts";
import { noteRow, type Row } from "./row.ts";
import { styleBodies, writeStyles } from "./styles-estate.ts";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLI = "bin/plumbline.js";

/** Styles of the apply that goals are for. */
const USUAL = 10_000;
const ROUNDS = 3;
/** An apply to both of its parts done bare together, at the usual size. */
const MOST_OF_PARTS = 1.35;
/** How many times faster than before writes were in flight, at the usual size. */
const LEAST_FASTER = 2.5;
/** The cost of a style in the largest estate to that in the smallest, the dearer to the cheaper. */
const MOST_BETWEEN_SIZES = 1.2;

/** Runs the bench and prints its lines. */
export async function benchApply(_cli: string, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: "string" },
      tiny: { type: "boolean", default: false },
      against: { type: "string" },
      distinct: { type: "boolean", default: false },
    },
  });
  const { distinct } = values;
  const sizes = (values.sizes ?? (values.tiny ? "20,40" : String(USUAL)))
    .split(",")
    .map(Number)
    .toSorted((one, other) => one - other);
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const cycled = styleBodies();
  build(here(""));
  try {
    const other = values.against && commitIn(join(scratch, "against"), values.against);
    const start = await applyOf(here(CLI), { scratch, size: 1, cycled, distinct });
    const costs: number[] = [];
    for (const size of sizes) {
      const apply = await beside({ scratch, size, cycled, distinct });
      costs.push((1_000 * (apply.seconds - start.seconds)) / size);
      if (other === undefined) continue;
      const before = await applyOf(other, { scratch, size, cycled, distinct });
      line(`the same by ${values.against}`, before);
      faster(size, { apply, before, commit: values.against ?? "" });
    }
    perStyle(sizes, costs);
  } finally {
    if (values.against !== undefined) removeCommit(join(scratch, "against"));
    rmSync(scratch, { recursive: true, force: true });
  }
}

function faster(
  size: number,
  given: { readonly apply: Served; readonly before: Served; readonly commit: string },
): void {
  const { apply, before, commit } = given;
  const times = before.seconds / apply.seconds;
  goal({
    label: "times faster",
    what: `first apply of ${size} styles`,
    figure: `${apply.seconds.toFixed(2)} s`,
    baseline: `the same by ${commit}: ${before.seconds.toFixed(2)} s`,
    ratio: times,
    ...(size === USUAL && {
      goal: `≥ ${LEAST_FASTER} times faster`,
      isHeld: times >= LEAST_FASTER,
    }),
  });
}

/** The cost per object, by size; that of the largest is to be no more than that of the smallest, or little. */
function perStyle(sizes: readonly number[], costs: readonly number[]): void {
  const label = "per style, start taken off";
  const each = costs.map((ms) => `${ms.toFixed(2)} ms`).join(", ");
  console.log(`${label.padEnd(33)} ${each}`);
  const what = `first apply, ${label}, of ${sizes.join(", ")} styles`;
  if (costs.length < 2) return noteRow({ what, figure: each });
  const growth = (costs.at(-1) ?? 0) / (costs[0] ?? 0);
  goal({
    label: "largest to smallest",
    what,
    figure: each,
    ratio: growth,
    goal: `≤ ${MOST_BETWEEN_SIZES}`,
    isHeld: growth <= MOST_BETWEEN_SIZES,
  });
}

/** Prints a ratio with its goal, and keeps the row of it. */
function goal({
  label,
  ratio: number,
  ...row
}: Omit<Row, "ratio"> & { readonly label: string; readonly ratio: number }): void {
  const wanted = row.goal === undefined ? "" : `  (goal ${row.goal})`;
  const verdict = row.isHeld === false ? "  MISSED" : "";
  console.log(`${label.padEnd(33)} ${ratio(number)}${wanted}${verdict}\n`);
  noteRow({ ...row, ratio: number.toFixed(2) });
  if (row.isHeld === false) process.exitCode = 1;
}

interface Work {
  readonly scratch: string;
  readonly size: number;
  readonly cycled: readonly Buffer[];
  readonly distinct: boolean;
}

/** A client, with what the server of it computed meanwhile. */
interface Served extends Measured {
  readonly serverCpuSeconds: number;
}

/** An apply beside its parts done bare. */
async function beside(work: Work): Promise<Served> {
  const runs = { apply: [] as Served[], bare: [] as Served[], alone: [] as Served[] };
  for (let round = 0; round < (work.size === USUAL ? ROUNDS : 1); round++) {
    runs.apply.push(await applyOf(here(CLI), work));
    runs.bare.push(
      await withServer(work, here(CLI), ({ estate, env }) =>
        measure([here("scripts/bench/bare-loop.ts"), "post", estate, String(limits.writes)], env),
      ),
    );
    runs.alone.push(
      await withServer(work, here(CLI), ({ estate }) =>
        measure([here("scripts/bench/load-alone.ts"), estate], {}),
      ),
    );
  }
  const [apply, bare, alone] = [middle(runs.apply), middle(runs.bare), middle(runs.alone)];
  line(`first apply of ${work.size} styles`, apply);
  line(`the same writes bare, ${limits.writes} in flight`, bare);
  line("the manifests loaded alone", alone);
  const computed = (one: Served) => one.cpuSeconds + one.serverCpuSeconds;
  const beyond = computed(apply) - computed(bare) - computed(alone);
  console.log(`computed beyond both              ${ratio(beyond)} s`);
  const together = apply.seconds / (bare.seconds + alone.seconds);
  goal({
    label: "ratio to both together",
    what: `first apply of ${work.size} styles`,
    figure: `${apply.seconds.toFixed(2)} s, ${apply.requests} requests, ${mib(apply)} MiB peak`,
    baseline: `the same writes bare, ${limits.writes} in flight: ${bare.seconds.toFixed(2)} s; the manifests loaded alone: ${alone.seconds.toFixed(2)} s`,
    ratio: together,
    ...(work.size === USUAL && { goal: `≤ ${MOST_OF_PARTS}`, isHeld: together <= MOST_OF_PARTS }),
  });
  return apply;
}

/** The run of middle duration. */
function middle(runs: readonly Served[]): Served {
  const sorted = runs.toSorted((one, other) => one.seconds - other.seconds);
  const found = sorted[Math.floor(runs.length / 2)];
  if (found === undefined) throw new Error("Nothing was measured");
  return found;
}

function applyOf(cli: string, work: Work): Promise<Served> {
  return withServer(work, cli, async ({ estate, env }) => {
    const measured = await measure([cli, "apply", estate, "--yes"], env);
    if (measured.code !== 0)
      throw new Error(`The apply ended with ${measured.code}: ${measured.stderr}`);
    return measured;
  });
}

/** Work with an estate and an empty server, both of which end with it. */
async function withServer(
  { scratch, size, cycled, distinct }: Work,
  cli: string,
  work: (given: {
    readonly estate: string;
    readonly env: Readonly<Record<string, string>>;
  }) => Promise<Measured>,
): Promise<Served> {
  const folder = mkdtempSync(join(scratch, "run-"));
  const estate = join(folder, "estate");
  writeStyles(estate, size, cycled, { distinct });
  const server = await startServer(cli, join(folder, "data"));
  try {
    const before = server.cpuSeconds();
    const measured = await work({ estate, env: server.env });
    return { ...measured, serverCpuSeconds: server.cpuSeconds() - before };
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A commit in a worktree, bundled as it was; gives its command line. */
function commitIn(folder: string, commit: string): string {
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, commit], {
    cwd: here(""),
  });
  symlinkSync(here("node_modules"), join(folder, "node_modules"));
  build(folder);
  return join(folder, CLI);
}

/** A bundle is what people run. */
function build(folder: string): void {
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: folder, stdio: "ignore" });
}

function removeCommit(folder: string): void {
  execFileSync("git", ["worktree", "remove", "--force", folder], { cwd: here("") });
}

function mib({ peakBytes }: Measured): string {
  return (peakBytes / 1024 / 1024).toFixed(0);
}

function line(what: string, measured: Served): void {
  const { seconds, requests, cpuSeconds, serverCpuSeconds } = measured;
  console.log(
    `${what.padEnd(33)} ${seconds.toFixed(2).padStart(7)} s  ${String(requests).padStart(6)} requests  ${mib(measured).padStart(4)} MiB peak  ${cpuSeconds.toFixed(1)} s computed, ${serverCpuSeconds.toFixed(1)} s by the server`,
  );
}

function ratio(number: number): string {
  return number.toFixed(2).padStart(7);
}
