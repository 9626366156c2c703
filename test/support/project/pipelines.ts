/**
 * Runs jobs of GitHub Actions and GitLab CI here: their shell steps as they are written, the actions
 * they use in so far as our pipelines use them. What a pipeline uses beyond that is an error.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../run/folders.ts";
import { root } from "./sources.ts";

/** Where jobs run. */
export interface Runner {
  /** A working copy at the commit that the jobs are about. */
  readonly folder: string;
  /** Folder of what jobs leave to others: RUN/NAME/files. */
  readonly artifacts: string;
  /** Programs that come before those of the machine. */
  readonly path: string;
  /** Address of the forge. */
  readonly api: string;
  /** Variables that the repository adds to those of the pipeline. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A folder with `plumbline` in it, for the path. */
export function plumblineOnPath(): string {
  const folder = temporaryFolder();
  const executable = join(root, "bin", "plumbline.js");
  const script = `#!/bin/sh\nexec "${process.execPath}" "${executable}" "$@"\n`;
  writeFileSync(join(folder, "plumbline"), script, { mode: 0o755 });
  return folder;
}

/** How a job ended. */
export interface JobEnd {
  readonly failed: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Everything its steps said. */
  readonly log: string;
}

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly "continue-on-error"?: boolean;
}

interface Workflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly if?: string;
        readonly env?: Readonly<Record<string, string>>;
        readonly outputs?: Readonly<Record<string, string>>;
        readonly steps: readonly Step[];
      }
    >
  >;
}

/** What expressions may name: github, secrets, vars, needs. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Reads a workflow or a template of the project. */
export function readPipeline(file: string): unknown {
  return parse(readFileSync(join(root, file), "utf8"));
}

/** Runs a job of a workflow of GitHub Actions, or only the steps that are named; undefined when its condition is not met. */
export async function runGithubJob(
  file: string,
  name: string,
  { runner, contexts, only }: { runner: Runner; contexts: Contexts; only?: readonly string[] },
): Promise<JobEnd | undefined> {
  const { jobs, env } = readPipeline(file) as Workflow;
  const job = jobs[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const known = { ...contexts, steps };
  if (!isTrue(job.if, known, false)) return undefined;
  const end = { failed: false, summary: "", log: "" };
  for (const step of job.steps) {
    if (only !== undefined && !only.includes(step.name ?? "")) continue;
    if (!isTrue(step.if, known, end.failed)) continue;
    const variables = { ...env, ...job.env, ...step.env };
    const given = Object.fromEntries(
      Object.entries(variables).map(([key, value]) => [key, fill(value, known)]),
    );
    const ran =
      step.run === undefined
        ? { code: useAction(step, known, runner), outputs: {}, summary: "", log: "" }
        : await runStep(step.run, {
            runner,
            variables: { ...given, ...githubVariables(known, runner) },
          });
    if (step.id !== undefined) steps[step.id] = { outputs: ran.outputs };
    end.summary += ran.summary;
    end.log += ran.log;
    if (ran.code !== 0 && step["continue-on-error"] !== true) end.failed = true;
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([key, value]) => [
    key,
    fill(value, known),
  ]);
  return { ...end, outputs: Object.fromEntries(outputs) as Record<string, string> };
}

function githubVariables(known: Contexts, { api }: Runner): Record<string, string> {
  return {
    CI: "true",
    GITHUB_API_URL: api,
    GITHUB_REPOSITORY: fill("${{ github.repository }}", known),
    GITHUB_SHA: fill("${{ github.sha }}", known),
  };
}

/** The actions that are known; the code that they end with. */
function useAction({ uses = "", with: given = {} }: Step, known: Contexts, runner: Runner): number {
  const [action] = uses.split("@");
  const values = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, fill(`${value}`, known)]),
  );
  const own = fill("${{ github.run_id }}", known);
  const place = join(runner.artifacts, values["run-id"] ?? own, values["name"] ?? "");
  if (action === "actions/checkout") return 0;
  if (action === "plumbline/plumbline") return existsSync(join(root, "action.yml")) ? 0 : 1;
  if (action === "actions/upload-artifact") {
    return keep(values["path"]?.split("\n") ?? [], { from: runner.folder, to: place }) > 0 ? 0 : 1;
  }
  if (action === "actions/download-artifact") {
    if (!existsSync(place)) return 1;
    cpSync(place, runner.folder, { recursive: true });
    return 0;
  }
  throw new Error(`the action ${uses} is not known here`);
}

/** Copies the files of a folder that patterns name; how many there are. */
function keep(patterns: readonly string[], { from, to }: { from: string; to: string }): number {
  const files = globSync(
    patterns.map((one) => one.trim()).filter((one) => one !== ""),
    { cwd: from },
  );
  mkdirSync(to, { recursive: true });
  for (const file of files) cpSync(join(from, file), join(to, file));
  return files.length;
}

async function runStep(
  script: string,
  { runner, variables }: { runner: Runner; variables: Readonly<Record<string, string>> },
) {
  const scratch = temporaryFolder();
  const place = (name: string) => join(scratch, name);
  for (const name of ["output", "summary"]) writeFileSync(place(name), "");
  const files = {
    GITHUB_OUTPUT: place("output"),
    GITHUB_STEP_SUMMARY: place("summary"),
    RUNNER_TEMP: scratch,
  };
  const { code, log } = await runShell(script, ["-e"], {
    runner,
    variables: { ...variables, ...files },
  });
  const rows = readFileSync(place("output"), "utf8")
    .split("\n")
    .filter((row) => row.includes("="));
  const outputs = rows.map((row) => [
    row.slice(0, row.indexOf("=")),
    row.slice(row.indexOf("=") + 1),
  ]);
  return {
    code,
    log,
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    summary: readFileSync(place("summary"), "utf8"),
  };
}

/** Runs a script by bash in the working copy, with nothing of this process's environment but where programs are. */
function runShell(
  script: string,
  flags: readonly string[],
  { runner, variables }: { runner: Runner; variables: Readonly<Record<string, string>> },
): Promise<{ code: number; log: string }> {
  const env = {
    PATH: `${runner.path}:${process.env["PATH"] ?? ""}`,
    HOME: runner.artifacts,
    NO_COLOR: "1",
    ...runner.env,
    ...variables,
  };
  return new Promise((resolve, reject) => {
    const child = spawn("bash", [...flags, "-c", script], {
      cwd: runner.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, log }));
  });
}

/** Fills in `${{ a.b }}`; what is not there is empty, as it is there. */
function fill(text: string, known: Contexts): string {
  return text.replaceAll(/\$\{\{\s*([^}]+?)\s*\}\}/g, (_all, path: string) => lookUp(path, known));
}

function lookUp(path: string, known: Contexts): string {
  if (!/^[\w.-]+$/.test(path)) throw new Error(`the expression ${path} is not known here`);
  let at: unknown = known;
  for (const part of path.split(".")) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === "string" || typeof at === "number" ? `${at}` : "";
}

/** A condition: one comparison, or `always()`. Without one a step runs as long as nothing has failed. */
function isTrue(condition: string | undefined, known: Contexts, failed: boolean): boolean {
  if (condition === "always()") return true;
  if (failed) return false;
  if (condition === undefined) return true;
  const match = /^([\w.-]+) (==|!=) (?:'([^']*)'|([\w.-]+))$/.exec(condition);
  if (match === null) throw new Error(`the condition ${condition} is not known here`);
  const [, left = "", operator, literal, right = ""] = match;
  const isSame = lookUp(left, known) === (literal ?? lookUp(right, known));
  return operator === "==" ? isSame : !isSame;
}

interface GitlabJob {
  readonly extends?: string;
  readonly script?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly artifacts?: { readonly when?: string; readonly paths?: readonly string[] };
}

/** Runs a job of a template of GitLab CI; artifacts are kept under the run and the job's name. */
export async function runGitlabJob(
  file: string,
  name: string,
  {
    runner,
    run,
    variables,
  }: { runner: Runner; run: string; variables: Readonly<Record<string, string>> },
): Promise<JobEnd> {
  const template = readPipeline(file) as Record<string, GitlabJob> & {
    variables?: Record<string, string>;
  };
  const job = template[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  const base = job.extends === undefined ? {} : template[job.extends];
  const { script = [], needs = [], artifacts } = { ...base, ...job };
  for (const need of needs) {
    const place = join(runner.artifacts, run, need);
    if (existsSync(place)) cpSync(place, runner.folder, { recursive: true });
  }
  const { code, log } = await runShell(script.join("\n"), ["-eo", "pipefail"], {
    runner,
    variables: { CI: "true", CI_API_V4_URL: runner.api, ...template.variables, ...variables },
  });
  const isKept = code === 0 || artifacts?.when === "always";
  if (isKept)
    keep(artifacts?.paths ?? [], { from: runner.folder, to: join(runner.artifacts, run, name) });
  return { failed: code !== 0, outputs: {}, summary: "", log };
}
