/**
 * Plans over what nobody has changed, beside the same manifests loaded cold and alone, in turns so that all meet the
 * same moments: a plan with nothing touched, and one with a file of the same size changed. Ratios are the middle ones of
 * rounds, times those of whole processes; what they computed is printed beside, which says more where others work on the machine.
 *
 *   npm run bench -- no-op                10,000 styles
 *   npm run bench -- no-op 1000           another size
 *   npm run bench -- no-op --rounds 9     more rounds
 *   npm run bench -- no-op --tiny         20 styles, one round
 *   npm run bench -- no-op --distinct     each with a content of its own; otherwise they come again and again
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure, startServer, type Measured } from "./processes.ts";
import { median, noteRow, type Row } from "./row.ts";
import { styleBodies, writeStyles } from "./styles-estate.ts";

const ALONE = fileURLToPath(new URL("load-alone.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SIZE = 10_000;
const ROUNDS = 5;
/** Longer than clocks of files take to go on: what changed since is not kept. */
const SETTLED_MS = 120;
const goals = { untouched: 0.7, touched: 0.75, peakMib: 260 } as const;

/** What is measured in each round. */
type Runs = Readonly<Record<"cold" | "untouched" | "touched", Measured[]>>;

/** Runs the bench and prints its lines; a goal that is missed is the process's exit code. */
export async function benchNoOp(cli: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: String(ROUNDS) },
      distinct: { type: "boolean", default: false },
      tiny: { type: "boolean", default: false },
    },
  });
  const [size, rounds] = values.tiny
    ? [20, 1]
    : [Number(positionals[0] ?? SIZE), Number(values.rounds)];
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "ignore" });
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const server = await startServer(cli, join(scratch, "data"));
  try {
    const folder = join(scratch, "manifests");
    writeStyles(folder, size, styleBodies(), { distinct: values.distinct });
    const project = join(scratch, "plumbline.yaml");
    writeFileSync(project, "apiVersion: plumbline/v1\nkind: Project\nprune: owned\n");
    const estate = { cli, folder, env: server.env, args: ["--project", project] };
    await command(estate, ["apply", "--yes"], 0);
    report(size, await inTurns(estate, rounds));
  } finally {
    await server.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Applied {
  readonly cli: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

async function inTurns(estate: Applied, rounds: number): Promise<Runs> {
  const runs: Runs = { cold: [], untouched: [], touched: [] };
  const style = join(estate.folder, "style-00000.sld");
  const before = readFileSync(style);
  const plan = ["plan", "--detailed-exitcode"];
  for (let round = 0; round < rounds; round++) {
    // What was changed back is read again, and kept, before anything is measured.
    await wait(SETTLED_MS);
    await command(estate, plan, 0);
    runs.cold.push(await measure([ALONE, estate.folder], {}));
    runs.untouched.push(await command(estate, plan, 0));
    writeFileSync(style, anotherColour(before, round));
    await wait(SETTLED_MS);
    runs.touched.push(await command(estate, plan, 2));
    writeFileSync(style, before);
  }
  return runs;
}

/** Content of the same size that means something else. */
function anotherColour(content: Buffer, round: number): Buffer {
  const text = content.toString("latin1");
  const other = `#${String(100_000 + round)}`;
  const changed = text.replace(/#[\da-f]{6}\b/i, other);
  if (changed === text) throw new Error("The first of the styles names no colour to change");
  return Buffer.from(changed, "latin1");
}

async function command(
  { cli, env, args: given }: Applied,
  args: readonly string[],
  code: number,
): Promise<Measured> {
  const measured = await measure([cli, ...args, ...given], env);
  if (measured.code === code) return measured;
  throw new Error(`${args.join(" ")} ended with ${measured.code}: ${measured.stderr}`);
}

function report(size: number, runs: Runs): void {
  line(`${size} styles loaded cold, alone`, runs.cold);
  line("plan, nothing touched", runs.untouched);
  line("plan, one file changed", runs.touched);
  const seconds = ({ seconds: one }: Measured) => one;
  const computed = ({ cpuSeconds }: Measured) => cpuSeconds;
  // Round by round: what disturbs one of a pair mostly disturbs the other.
  const share = (own: Measured[], of: (one: Measured) => number) =>
    median(
      runs.cold.flatMap((cold, round) => {
        const one = own[round];
        return one === undefined ? [] : [of(one) / of(cold)];
      }),
    );
  verdict("nothing touched to cold", share(runs.untouched, seconds), {
    goal: goals.untouched,
    ...between(runs.untouched, runs.cold, `no-op plan of ${size} styles, nothing touched`),
  });
  console.log(`${"  of what is computed".padEnd(34)}${share(runs.untouched, computed).toFixed(2)}`);
  verdict("one file changed to cold", share(runs.touched, seconds), {
    goal: goals.touched,
    ...between(runs.touched, runs.cold, `plan of ${size} styles, one file changed`),
  });
  console.log(`${"  of what is computed".padEnd(34)}${share(runs.touched, computed).toFixed(2)}`);
  const peaks = runs.untouched.map(({ peakBytes }) => peakBytes / 1024 / 1024);
  const most = Math.max(...peaks);
  verdict("most memory, nothing touched, MiB", most, {
    goal: goals.peakMib,
    what: `no-op plan of ${size} styles, most memory`,
    figure: `${most.toFixed(0)} MiB`,
  });
}

/** What a row says of two things that were measured in turns. */
function between(own: readonly Measured[], cold: readonly Measured[], what: string) {
  const of = (runs: readonly Measured[]) =>
    `${median(runs.map(({ seconds }) => seconds)).toFixed(2)} s`;
  return { what, figure: of(own), baseline: `${of(cold)}, manifests loaded alone without a cache` };
}

function line(what: string, runs: readonly Measured[]): void {
  const of = (value: (one: Measured) => number) => median(runs.map(value));
  const seconds = of((one) => one.seconds).toFixed(2);
  const computed = of((one) => one.cpuSeconds).toFixed(2);
  const mib = (of((one) => one.peakBytes) / 1024 / 1024).toFixed(0);
  const requests = of((one) => one.requests);
  console.log(
    `${what.padEnd(34)}${seconds.padStart(6)} s  ${computed.padStart(6)} s computed  ${mib.padStart(4)} MiB peak  ${String(requests).padStart(3)} requests`,
  );
}

function verdict(
  label: string,
  found: number,
  { goal, ...row }: Pick<Row, "what" | "figure" | "baseline"> & { readonly goal: number },
): void {
  const isHeld = found <= goal;
  const ratio = found < 10 ? found.toFixed(2) : found.toFixed(0);
  console.log(`${label.padEnd(34)}${ratio} (goal ${goal}): ${isHeld ? "held" : "missed"}`);
  const compared = row.baseline === undefined ? {} : { ratio };
  noteRow({ ...row, ...compared, goal: `≤ ${goal}`, isHeld });
  if (!isHeld) process.exitCode = 1;
}
