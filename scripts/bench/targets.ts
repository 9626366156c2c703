/**
 * Many targets of one project, each a stock server of its own: a first apply of the same styles to all of them and a
 * plan after it, several at once, beside a tenth of the targets. The servers share a process and a port.
 *
 *   npm run bench -- targets          500 targets with 100 styles each
 *   npm run bench -- targets 50       so many targets
 *   npm run bench -- targets --tiny   10 targets with 5 styles
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { stockServer } from "../../test/stock/server.ts";
import { PASSWORD, USER } from "../../test/support/servers/catalog.ts";
import { benchArguments } from "./arguments.ts";
import { measure, type Measured } from "./processes.ts";
import { noteRow } from "./row.ts";
import { writeStyles } from "./styles-estate.ts";
import { styleOf } from "./write-load.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PARALLEL = 8;
const MIB = 1_048_576;
/** The memory for all targets to that for a tenth of them. */
const GOAL = 1.25;

/** Runs the bench and prints its lines; a goal that is missed is the process's exit code. */
export async function benchTargets(cli: string, args: readonly string[]): Promise<void> {
  const { sizes, isTiny } = benchArguments(args);
  const [targets = 500, styles] = isTiny ? [10, 5] : [sizes[0], 100];
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, stdio: "ignore" });
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  try {
    const manifests = join(scratch, "manifests");
    writeStyles(
      manifests,
      styles,
      Array.from({ length: styles }, (_unused, at) => Buffer.from(styleOf(at))),
    );
    const few = await run(cli, { scratch, targets: Math.ceil(targets / 10) });
    const many = await run(cli, { scratch, targets });
    for (const what of ["apply", "plan"] as const) report(what, { targets, styles, few, many });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Runs = Readonly<Record<"apply" | "plan", Measured>>;

async function run(
  cli: string,
  { scratch, targets }: { readonly scratch: string; readonly targets: number },
): Promise<Runs> {
  const servers = await listen();
  try {
    const project = join(scratch, `plumbline-${targets}.yaml`);
    const all = Array.from(
      { length: targets },
      (_unused, at) => `  t${at}: { url: "${servers.url}/t${at}" }`,
    );
    const head = "apiVersion: plumbline/v1\nkind: Project\nestate: bench\nprune: owned\ntargets:\n";
    writeFileSync(project, `${head}${all.join("\n")}\n`);
    const env = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
    const common = [
      join(scratch, "manifests"),
      "--project",
      project,
      "--all-targets",
      "--parallel",
      String(PARALLEL),
    ];
    const ask = async (...command: readonly string[]) => {
      const measured = await measure([cli, ...command, ...common], env);
      const { code, stderr } = measured;
      if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${stderr.slice(-2_000)}`);
      return measured;
    };
    const apply = await ask("apply", "--yes");
    // Exit 0 says that there is nothing to do anywhere.
    return { apply, plan: await ask("plan", "--detailed-exitcode") };
  } finally {
    await servers.close();
  }
}

/** Listens for all targets; the first segment of a path names the one. */
async function listen() {
  const apps = new Map<string, Promise<FastifyInstance>>();
  const start = async () => {
    const { app } = stockServer({ line: "2.28" });
    await app.ready();
    return app;
  };
  const server = createServer((request, response) => {
    const [, name = "", path = "/"] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const app = apps.get(name) ?? start();
    apps.set(name, app);
    request.url = path;
    void app.then((ready) => ready.routing(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      for (const app of apps.values()) await (await app).close();
    },
  };
}

interface Reported extends Readonly<Record<"few" | "many", Runs>> {
  readonly targets: number;
  readonly styles: number;
}

function report(what: keyof Runs, { targets, styles, few, many }: Reported): void {
  const [one, other] = [many[what], few[what]];
  const figure = ({ seconds, peakBytes }: Measured) =>
    `${seconds.toFixed(1)} s, ${(peakBytes / MIB).toFixed(0)} MiB peak`;
  const ratio = one.peakBytes / other.peakBytes;
  const row = {
    what: `${what === "apply" ? "first apply" : "no-op plan"} of ${styles} styles on each of ${targets} servers, ${PARALLEL} at once`,
    figure: figure(one),
    baseline: `on ${Math.ceil(targets / 10)} servers: ${figure(other)}`,
    ratio: `${(one.seconds / other.seconds).toFixed(1)} of the time, ${ratio.toFixed(2)} of the memory`,
    goal: `≤ ${GOAL} of the memory`,
    isHeld: ratio <= GOAL,
  };
  console.log(`${row.what}: ${row.figure}; ${row.baseline}; ${row.ratio} (goal ${row.goal})`);
  noteRow(row);
  if (!row.isHeld) process.exitCode = 1;
}
