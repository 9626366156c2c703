/** What the doctor asks this machine: its Node, and its Git. */
import type { Environment } from "../../../model/environment.ts";
import { runGit } from "../../../reconciler/watch/git/run-git.ts";
import { ok, warning, type Finding } from "./finding.ts";

const TIMEOUT_MS = 5_000;

/** Answers about this machine. */
export async function examineMachine(environment: Environment): Promise<readonly Finding[]> {
  // A Node that is too old does not come this far.
  const node = ok("node", `Node ${process.versions.node} on ${process.platform}`);
  return [node, await examineGit(environment)];
}

async function examineGit(environment: Environment): Promise<Finding> {
  try {
    const { signal } = new AbortController();
    const run = { cwd: ".", timeoutMs: TIMEOUT_MS, signal, environment };
    const { stdout } = await runGit(["--version"], run);
    return ok("git", stdout.trim());
  } catch {
    const advice =
      "Install Git for commits in the history, and for watch --git. Nothing else needs it.";
    return warning("git", "Git was not found", advice);
  }
}
