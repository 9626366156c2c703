/**
 * What starting costs: `plumbline --version` and a plan of ten manifests against a server on this
 * machine, beside a Node that does nothing, in turns so that all meet the same moments.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchArguments } from "./arguments.ts";
import { measure, startServer } from "./processes.ts";
import { median, noteRow } from "./row.ts";

const ROUNDS = 20;
const MANIFESTS = 10;

/** Runs the bench and prints its lines. */
export async function benchStartup(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const rounds = sizes[0] ?? (isTiny ? 2 : ROUNDS);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  const server = await startServer(cli, join(folder, "catalog"));
  try {
    const manifests = join(folder, "manifests");
    mkdirSync(manifests);
    for (let index = 0; index < MANIFESTS; index++) {
      const name = `workspace-${index}`;
      writeFileSync(
        join(manifests, `${name}.yaml`),
        `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${name} }\nspec: {}\n`,
      );
    }
    const runs = { bare: ["-e", "0"], version: [cli, "--version"], plan: [cli, "plan", manifests] };
    await measure([cli, "apply", manifests, "--yes"], server.env);
    const seconds = { bare: [] as number[], version: [] as number[], plan: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const name of ["bare", "version", "plan"] as const) {
        seconds[name].push(timeOf(runs[name], server.env));
      }
    }
    const bare = median(seconds.bare);
    const [version, plan] = [median(seconds.version), median(seconds.plan)];
    console.log(`bare Node                 ${ms(bare)}`);
    report("plumbline --version", { took: version, bare, goalMs: 80 });
    report(`plan of ${MANIFESTS} manifests`, { took: plan, bare, goalMs: 350 });
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(
  what: string,
  { took, bare, goalMs }: { readonly took: number; readonly bare: number; readonly goalMs: number },
): void {
  const [above, ratio] = [ms(took - bare), (took / bare).toFixed(1)];
  noteRow({
    what,
    figure: `${ms(took).trim()}, ${above.trim()} above`,
    baseline: `bare Node: ${ms(bare).trim()}`,
    ratio,
    goal: `≤ ${goalMs} ms above`,
    isHeld: (took - bare) * 1_000 <= goalMs,
  });
  console.log(`${what.padEnd(26)}${ms(took)}  ${above} above it (goal ${goalMs}), ${ratio} times`);
}

/** Seconds from the start of a process to its end; nothing else is done meanwhile. */
function timeOf(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const started = performance.now();
  const ran = spawnSync(process.execPath, args, { env: { ...process.env, ...env, NO_COLOR: "1" } });
  if (ran.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${ran.status}: ${ran.stderr.toString()}`);
  return (performance.now() - started) / 1_000;
}

function ms(seconds: number): string {
  return `${Math.round(seconds * 1_000)} ms`.padStart(7);
}
