/**
 * All benches, one after the other, each in a process of its own: what one leaves in memory slows down no other, and one
 * that fails costs only what it had still to say. Their rows are written into docs/evidence.md.
 *
 *   npm run bench -- all
 *   npm run bench -- all --against COMMIT      applies also beside those of that commit
 *   npm run bench -- all --only reads,writes   these alone; the page is left as it is
 *   npm run bench -- all --tiny                at small sizes, to see that they work; the page is left as it is
 *   npm run bench -- all --into FILE           another page, whatever is measured
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findChromium } from "../../test/support/reports/browser.ts";
import { postgresPrograms } from "../../test/support/databases/postgres-programs.ts";
import { ON_POSTGRES, type Bench } from "./benches.ts";
import { renderFigures, replaceFigures, type Machine, type Run } from "./figures.ts";
import { syncMs } from "./raw-writes.ts";
import { ROWS_FILE, type Note } from "./row.ts";

const BENCH = fileURLToPath(new URL("../bench.ts", import.meta.url));
const PAGE = fileURLToPath(new URL("../../docs/evidence.md", import.meta.url));

/** A run that is to be made. */
interface Job {
  readonly bench: Bench;
  readonly args: readonly string[];
}

/** Runs them. The process ends with 1 where one failed, or where a goal was missed at full size. */
export async function benchAll(benches: readonly Bench[], args: readonly string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { tiny: { type: "boolean", default: false }, only: text, against: text, into: text },
  });
  const { tiny, only, against } = values;
  const jobs = jobsOf(chosen(benches, only?.split(",")), { isTiny: tiny, against });
  const into = values.into ?? (tiny || only !== undefined ? undefined : PAGE);
  // Before hours of work: whether its figures can be written down.
  if (into !== undefined) replaceFigures(readFileSync(into, "utf8"), "");
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-all-"));
  try {
    const machine = machineOf(scratch);
    const runs: Run[] = [];
    for (const job of jobs) runs.push(await run(job, join(scratch, `rows-${runs.length}`)));
    const figures = renderFigures(machine, runs);
    console.log(`\n${figures}`);
    if (into !== undefined)
      writeFileSync(into, replaceFigures(readFileSync(into, "utf8"), figures));
    const isMissed = runs.some(({ rows }) => rows.some(({ isHeld }) => isHeld === false));
    const isFailed = runs.some(({ failure }) => failure !== undefined);
    if (isFailed || (isMissed && !tiny)) process.exitCode = 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Those of these names, `plain` for the one without; all where none is said. Throws TypeError on a name of none. */
function chosen(benches: readonly Bench[], names: readonly string[] | undefined): readonly Bench[] {
  if (names === undefined) return benches;
  const known = new Map(benches.map((bench) => [bench.name || "plain", bench]));
  return names.map((name) => {
    const bench = known.get(name);
    if (bench === undefined)
      throw new TypeError(`there is no bench ${name}, but ${[...known.keys()].join(", ")}`);
    return bench;
  });
}

function jobsOf(
  benches: readonly Bench[],
  { isTiny, against }: { readonly isTiny: boolean; readonly against: string | undefined },
): readonly Job[] {
  return benches.flatMap((bench) => {
    if (isTiny) return [{ bench, args: ["--tiny"] }];
    const [first = [], ...others] = bench.runs ?? [];
    const beside = bench.name === "apply" && against !== undefined ? ["--against", against] : [];
    return [[...first, ...beside], ...others].map((args) => ({ bench, args }));
  });
}

async function run({ bench, args }: Job, file: string): Promise<Run> {
  const words = [...(bench.name === "" ? [] : [bench.name]), ...args];
  const command = ["npm run bench", ...(words.length === 0 ? [] : ["--", ...words])].join(" ");
  const { about } = bench;
  const missing = missingFor({ bench, args });
  if (missing !== undefined) {
    process.stderr.write(`SKIPPED, no ${missing} on this machine: ${command}\n`);
    return { command, about, rows: [], failure: `not measured: no ${missing} on this machine` };
  }
  console.log(`\n== ${command}`);
  const child = spawn(process.execPath, [BENCH, ...words], {
    stdio: "inherit",
    env: { ...process.env, [ROWS_FILE]: file },
  });
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  const notes = notesIn(file);
  const rows = notes.flatMap((note) => ("row" in note ? [note.row] : []));
  const isOver = notes.some((note) => "isOver" in note);
  const ended = code === null ? "by a signal" : `with ${code}`;
  const failure = isOver ? undefined : `failed: the bench ended ${ended} before it was through`;
  if (failure !== undefined) console.error(`FAILED  ${command}`);
  return { command, about, rows, failure };
}

/** The program that a run needs and the machine lacks. */
function missingFor({ bench, args }: Job): string | undefined {
  if (bench.needsChromium === true && findChromium() === undefined) return "Chromium";
  const isOnPostgres = args.includes(ON_POSTGRES);
  return isOnPostgres && postgresPrograms() === undefined ? "PostgreSQL" : undefined;
}

function notesIn(file: string): readonly Note[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // Where nothing was noted, there is no file.
    return [];
  }
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Note);
}

function machineOf(folder: string): Machine {
  return {
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    syncMs: syncMs(folder),
    date: new Date().toISOString().slice(0, 10),
  };
}
