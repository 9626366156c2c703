/** Fetches a branch into a bare repository, which is disposable. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../../model/environment.ts";
import { gitSource as limits } from "../../../model/limits.ts";
import { withoutUserinfo, GitSourceError, type GitErrorCode } from "./repository-address.ts";
import { runGit, type GitEnd, type GitRun } from "./run-git.ts";

export interface Remote {
  readonly url: string;
  readonly branch: string;
  readonly repository: string;
  readonly signal: AbortSignal;
  readonly environment: Environment;
}

export interface Head {
  readonly commit: string;
  /** The commit fetched before is not in its history. */
  readonly rewritten: boolean;
}

const REMOTE = "plumbline";
const HEAD = "refs/plumbline/head";

/** Fetches the newest commit of the branch. Throws GitSourceError and then changes nothing. */
export async function fetchHead(remote: Remote): Promise<Head> {
  await prepare(remote);
  const before = await headOf(remote);
  // While the mark exists, git may have been killed while writing.
  const mark = markOf(remote);
  writeFileSync(mark, "");
  const refspec = `+refs/heads/${remote.branch}:${HEAD}`;
  const depth = before === undefined ? ["--depth=1"] : [];
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
  const fetched = await runGit(
    [...inRepository(remote), "fetch", ...options, ...depth, REMOTE, refspec],
    {
      ...runOf(remote, limits.fetchMs),
      settings: { [`remote.${REMOTE}.url`]: remote.url },
    },
  );
  rmSync(mark, { force: true });
  if (fetched.code !== 0) throw fetchError(fetched, remote);
  const commit = await headOf(remote);
  if (commit === undefined) throw fetchError(fetched, remote);
  return { commit, rewritten: before !== undefined && !(await contains(remote, before, commit)) };
}

function inRepository({ repository }: Remote): readonly string[] {
  return [`--git-dir=${repository}`];
}

function runOf({ repository, signal, environment }: Remote, timeoutMs: number): GitRun {
  return { cwd: repository, timeoutMs, signal, environment };
}

function markOf({ repository }: Remote): string {
  return `${repository}.writing`;
}

/** Recreates a repository that is of another branch or may be half written. */
async function prepare(remote: Remote): Promise<void> {
  const { repository, branch, url } = remote;
  const label = `${withoutUserinfo(url)} ${branch}\n`;
  const file = join(repository, "followed");
  const isOurs = existsSync(file) && readFileSync(file, "utf8") === label;
  if (isOurs && !existsSync(markOf(remote))) return;
  rmSync(repository, { recursive: true, force: true });
  rmSync(markOf(remote), { force: true });
  mkdirSync(repository, { recursive: true, mode: 0o700 });
  const run = { ...runOf(remote, limits.checkoutMs), isPlain: true };
  const made = await runGit(["init", "--quiet", "--bare", "--template=", repository], run);
  if (made.code !== 0) throw failure(made, "git could not make a repository");
  writeFileSync(file, label);
}

async function headOf(remote: Remote): Promise<string | undefined> {
  const args = [...inRepository(remote), "rev-parse", "--verify", "--quiet", `${HEAD}^{commit}`];
  const found = await runGit(args, runOf(remote, limits.checkoutMs));
  const commit = found.stdout.trim();
  return found.code === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}

async function contains(remote: Remote, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  const args = [...inRepository(remote), "merge-base", "--is-ancestor", older, newer];
  return (await runGit(args, runOf(remote, limits.checkoutMs))).code === 0;
}

/** Git's messages (English, LC_ALL=C). */
const knownErrors: readonly (readonly [pattern: RegExp, code: GitErrorCode, hint: string])[] = [
  [
    /couldn't find remote ref/i,
    "branch-missing",
    "Check the name of the branch. The commit that was fetched last is still used.",
  ],
  [
    /authentication failed|permission denied|could not read (?:username|password)|access denied|returned error: 40[13]/i,
    "denied",
    "Give git a credential helper, an SSH key or a token for this repository; Plumbline passes none on.",
  ],
  [
    /dubious ownership/i,
    "denied",
    "The repository belongs to another account: git config --global --add safe.directory PATH.",
  ],
  [
    /could not resolve|unable to access|connection (?:refused|timed out|reset)|does not appear to be a git repository|could not read from remote|' not found|no such file/i,
    "unreachable",
    "Check the address and the network. Plumbline tries again; the commit that was fetched last is still used.",
  ],
];

function fetchError(ended: GitEnd, { url, branch }: Remote): GitSourceError {
  const found = knownErrors.find(([pattern]) => pattern.test(ended.stderr));
  const what = `The branch ${branch} of ${withoutUserinfo(url)} could not be fetched`;
  if (found === undefined) return failure(ended, what);
  const [, code, hint] = found;
  return new GitSourceError(code, `${what}: ${lastLine(ended)}`, hint);
}

/** An unknown failure of git. */
export function failure(ended: GitEnd, what: string): GitSourceError {
  const hint = "Try the same with git by hand. It is tried again.";
  return new GitSourceError("failed", `${what}: ${lastLine(ended)}`, hint);
}

/** The line with the reason: git writes it first and advice after it. */
function lastLine({ stderr, code }: GitEnd): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const relevant = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines[0];
  return relevant?.replace(/^(?:fatal|error): /, "") ?? `git ended with ${code}`;
}
