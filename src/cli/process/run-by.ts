/** Who makes a run, and from which commit, for the history of the estate. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../../model/environment.ts";
import type { RunBy } from "../../reconciler/inventory/history.ts";
import { ciRun } from "../../reconciler/lock/ci-run.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { runGit } from "../../reconciler/watch/git/run-git.ts";

const TIMEOUT_MS = 5_000;

/** This process as the author of a run. */
export async function runBy(
  command: RunBy["command"],
  paths: readonly string[],
  environment: Environment,
): Promise<RunBy> {
  return { command, ...runner(environment), ...(await commitOf(paths[0] ?? ".", environment)) };
}

/** The CI account for a CI job, else the user account. */
export function runner(environment: Environment): Pick<RunBy, "who" | "host" | "ci"> {
  const { who, host } = thisProcess(environment);
  const job = ciRun(environment);
  return { who, host, ci: job && { system: job.system, url: job.url } };
}

/** The checked-out commit; undefined without Git or a repository. */
async function commitOf(
  path: string,
  environment: Environment,
): Promise<Pick<RunBy, "commit" | "modified">> {
  const args = ["status", "--porcelain=v2", "--branch", "--untracked-files=normal", "--", "."];
  try {
    const cwd = statSync(path).isDirectory() ? path : dirname(path);
    const { signal } = new AbortController();
    const { stdout } = await runGit(args, { cwd, timeoutMs: TIMEOUT_MS, signal, environment });
    const commit = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(stdout)?.[1];
    const modified = commit !== undefined && /^[^#]/m.test(stdout);
    return { commit, modified };
  } catch {
    return { commit: undefined, modified: false };
  }
}
