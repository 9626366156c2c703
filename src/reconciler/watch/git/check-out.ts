/** Checks out a commit into a folder, independent of the machine's git settings. */
import { mkdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import type { Environment } from "../../../model/environment.ts";
import { gitSource as limits } from "../../../model/limits.ts";
import { failure } from "./fetch.ts";
import { runGit, type GitRun } from "./run-git.ts";
import { GitSourceError } from "./repository-address.ts";

export interface Checkout {
  readonly repository: string;
  readonly commit: string;
  /** The used part of the tree; "." for all. */
  readonly path: string;
  /** Must not exist yet. */
  readonly tree: string;
  readonly signal: AbortSignal;
  readonly environment: Environment;
}

/**
 * Throws GitSourceError when the path is missing or needs a submodule, or a link leads out of the
 * tree; removes the folder then.
 */
export async function checkOut(checkout: Checkout): Promise<void> {
  const { repository, commit, tree, signal, environment } = checkout;
  mkdirSync(tree, { recursive: true, mode: 0o700 });
  const index = `${tree}.index`;
  const run: GitRun = {
    cwd: tree,
    timeoutMs: limits.checkoutMs,
    signal,
    environment,
    isPlain: true,
    variables: { GIT_INDEX_FILE: index },
  };
  const git = [`--git-dir=${repository}`, `--work-tree=${tree}`];
  try {
    const links = await linksOf(checkout, git, run);
    for (const args of [
      ["read-tree", commit],
      ["checkout-index", "--all", "--force"],
    ]) {
      const ended = await runGit([...git, ...args], run);
      if (ended.code !== 0) throw failure(ended, `The commit ${commit} could not be checked out`);
    }
    for (const link of links) refuseLinkOutside(tree, link);
  } catch (error) {
    rmSync(tree, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(index, { force: true });
  }
}

const LINK = "120000";
const SUBMODULE = "160000";

/** Throws when the path is missing or needs a submodule. */
async function linksOf(
  { commit, path }: Checkout,
  git: readonly string[],
  run: GitRun,
): Promise<readonly string[]> {
  const listed = await runGit([...git, "ls-tree", "-r", "-z", "--full-tree", commit], run);
  if (listed.code !== 0) throw failure(listed, `The commit ${commit} could not be read`);
  const entries = listed.stdout.split("\0").flatMap((row) => {
    const [, mode = "", name = ""] = /^(\d+) \w+ \w+\t([\s\S]+)$/.exec(row) ?? [];
    return name === "" ? [] : [{ mode, name }];
  });
  if (path !== "." && !entries.some(({ name }) => name.startsWith(`${path}/`))) {
    const hint =
      "Check the path. The commit that was fetched last is still used: nothing is deleted.";
    const message = `The commit ${commit} has no folder ${path}`;
    throw new GitSourceError("path-missing", message, hint);
  }
  const submodule = entries.find(
    ({ mode, name }) => mode === SUBMODULE && (isWithin(name, path) || isWithin(path, name)),
  );
  if (submodule !== undefined) {
    const hint = "Submodules are not fetched. Put the files into the repository itself.";
    const message = `The folder ${submodule.name} of commit ${commit} is a submodule`;
    throw new GitSourceError("submodule", message, hint);
  }
  return entries.filter(({ mode }) => mode === LINK).map(({ name }) => name);
}

function isWithin(path: string, folder: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

/** Otherwise, those who can push could publish files of this machine. */
function refuseLinkOutside(tree: string, name: string): void {
  const link = join(tree, name);
  const target = targetOf(link);
  const root = realpathSync(tree);
  if (target === root || target.startsWith(`${root}${sep}`)) return;
  const hint = "Links may lead to other files of the same commit only.";
  throw new GitSourceError("link-outside", `The link ${name} leads out of the repository`, hint);
}

/** The final target of a link, also of a dangling one. */
function targetOf(link: string): string {
  const target = readlinkSync(link);
  const start = isAbsolute(target) ? sep : realPath(dirname(link));
  return target.split(sep).reduce((at, part) => realPath(join(at, part)), start);
}

/** A missing path stays as written: a link on the way is checked by itself. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
