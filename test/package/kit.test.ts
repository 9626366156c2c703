/**
 * What of the kit installs Plumbline from its own checkout: the action of GitHub, whose steps are run as they are
 * written, and the unit of systemd, whose line installs and whose command is started.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { VERSION } from "../../src/version.ts";
import { AUTHORIZATION, listenCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { makeRepository } from "../support/project/git.ts";
import { PROGRAMS } from "../support/run/parts.ts";
import { readPipeline } from "../support/project/pipelines.ts";
import { root, textOf } from "../support/project/sources.ts";

const LONG = 600_000;

const actionSchema = z.object({
  runs: z.object({
    steps: z.array(
      z.union([
        z.object({ uses: z.string() }),
        z.object({
          run: z.string(),
          shell: z.literal("bash"),
          env: z.record(z.string(), z.string()),
        }),
      ]),
    ),
  }),
});

let home = "";

/** A process with what a fresh machine has: a Node, npm without a registry, and a home. */
function start(
  command: string,
  args: readonly string[],
  { cwd = home, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> },
) {
  const path = [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  const npm = { npm_config_cache: join(home, "cache"), npm_config_offline: "true" };
  const own = { HOME: home, PATH: path, NO_COLOR: "1", ...npm, ...env };
  const child = spawn(command, args, { cwd, env: own, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, said }));
  });
  return { child, ended };
}

/** Variables of a step that say where it runs. */
const place = () => join(home, "runner");
const pathFile = () => join(home, "path");

/** Runs the steps of the action; throws where one fails. */
async function runAction(): Promise<void> {
  const { runs } = actionSchema.parse(readPipeline("action.yml"));
  for (const step of runs.steps) {
    // The Node that this one sets up is there.
    if ("uses" in step) expect(step.uses).toMatch(/^actions\/setup-node@/);
    else {
      const given = Object.entries(step.env).map(([name, value]) => [
        name,
        value.replace("${{ github.action_path }}", root),
      ]);
      const env = {
        ...(Object.fromEntries(given) as Record<string, string>),
        RUNNER_TEMP: place(),
        GITHUB_PATH: pathFile(),
      };
      // As a runner starts the shell `bash`.
      const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run];
      const { code, said } = await start("bash", args, { env }).ended;
      if (code !== 0) throw new Error(`A step of the action ended with ${code}: ${said}`);
    }
  }
}

describe("the kit installs this checkout", PROGRAMS, () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "plumbline-kit-"));
    mkdirSync(place());
    writeFileSync(pathFile(), "");
    await runAction();
  }, LONG);

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("the action puts it on the path of the steps that follow", async () => {
    const added = readFileSync(pathFile(), "utf8").trim().split("\n");
    const env = { PATH: [...added, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter) };
    const ran = await start("sh", ["-c", "command -v plumbline && plumbline --version"], { env })
      .ended;
    expect(ran).toEqual({ code: 0, said: `${join(added[0] ?? "", "plumbline")}\n${VERSION}\n` });
    expect(added[0]?.startsWith(place())).toBe(true);
  });

  test("the unit follows a branch after its line of installation", { timeout: LONG }, async () => {
    const unit = textOf("examples/gitops/systemd/plumbline-watch.service");
    const prefix = join(home, "opt");
    const state = temporaryFolder();
    const here = (text: string) =>
      text
        .replaceAll("/opt/plumbline", prefix)
        .replaceAll("/var/lib/plumbline", state)
        .replaceAll("/usr/bin/node", process.execPath)
        .replaceAll("%d", state);
    const [, install = ""] = /^# +npm pack && (npm install .*)$/m.exec(unit) ?? [];
    // The package lies where the action left it: it is made by the same command.
    const installed = await start("sh", ["-c", here(install)], { cwd: join(place(), "plumbline") })
      .ended;
    expect(installed.code, installed.said).toBe(0);

    const url = await listenCatalog();
    const repository = makeRepository();
    repository.push({
      "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: roads\nprune: none\n",
      "manifests/roads.yaml":
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: roads }\nspec: {}\n",
    });
    writeFileSync(join(state, "password"), PASSWORD, { mode: 0o600 });
    const fixed = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, here(value)] as const,
    );
    const chosen = {
      PLUMBLINE_URL: url,
      PLUMBLINE_USER: USER,
      PLUMBLINE_GIT: repository.url,
      PLUMBLINE_BRANCH: "main",
      PLUMBLINE_PATH: ".",
    };
    const named = /^# (PLUMBLINE_.*)$/m.exec(unit)?.[1]?.split(", ");
    expect(named).toEqual(Object.keys(chosen));

    const [, line = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [command = "", ...args] = here(line.replace(":9600", ":0")).split(" ");
    const env = { ...Object.fromEntries(fixed), ...chosen };
    const { child, ended } = start(command, args, { cwd: state, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    const headers = { authorization: AUTHORIZATION };
    const status = async () =>
      child.exitCode === null
        ? (await fetch(`${url}/rest/workspaces/roads.json`, { headers })).status
        : (await ended).said;
    await expect.poll(status, { timeout: 60_000 }).toBe(200);
    child.kill("SIGTERM");
    const { code, said } = await ended;
    expect(code, said).toBe(0);
  });
});
