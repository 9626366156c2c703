/** Who makes a run, and from which commit, as the history of the estate keeps it. */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { RunBy } from "../reconciler/inventory/history.ts";
import { thisProcess } from "./this-process.ts";

const TIMEOUT_MS = 5_000;

/** This process as the one who makes a run over the given manifests. */
export async function runBy(command: RunBy["command"], paths: readonly string[]): Promise<RunBy> {
  const { who, host } = thisProcess();
  return { command, who, host, ...(await commitOf(paths[0] ?? ".")) };
}

/** The commit that a file or folder is checked out from; none where the system's Git knows none. */
async function commitOf(path: string): Promise<Pick<RunBy, "commit" | "modified">> {
  const options = {
    timeout: TIMEOUT_MS,
    // A look must not wait for locks, nor write the index.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  };
  // Nor may a setting of the repository name a program that runs.
  const args = [
    "-c",
    "core.fsmonitor=false",
    "status",
    "--porcelain=v2",
    "--branch",
    "--untracked-files=normal",
    "--",
    ".",
  ];
  try {
    const cwd = statSync(path).isDirectory() ? path : dirname(path);
    const { stdout } = await promisify(execFile)("git", args, { ...options, cwd });
    const commit = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(stdout)?.[1];
    const modified = commit !== undefined && /^[^#]/m.test(stdout);
    return { commit, modified };
  } catch {
    return { commit: undefined, modified: false };
  }
}
