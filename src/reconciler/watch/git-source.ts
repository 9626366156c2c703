/**
 * A branch of a repository as a folder that is always whole: every commit gets a folder of its own,
 * and one rename puts it in the place of the one before. The folder is disposable; Plumbline never
 * writes to the repository.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "../../model/environment.ts";
import { checkOut } from "./git/check-out.ts";
import { fetchHead } from "./git/fetch.ts";
import { branchName, pathInside, repositoryAddress } from "./git/repository-address.ts";
import { closedError } from "./git/run-git.ts";

export { withoutUserinfo } from "./git/repository-address.ts";
export { GitSourceError } from "./git/source-error.ts";

/** What is followed. */
export interface GitSourceOptions {
  /** Address of the repository, as git takes it. */
  readonly url: string;
  readonly branch: string;
  /** Folder of the manifests inside the repository; all of it when absent. */
  readonly path?: string | undefined;
  /** Variables of the process; git gets those that say how an account reaches servers. */
  readonly environment: Environment;
  /** A folder for this source alone, in which nothing of worth is kept. */
  readonly folder: string;
}

/** A commit that was fetched and stands in the folder. */
export interface FetchedCommit {
  readonly commit: string;
  /** It is another one than before; true the first time. */
  readonly changed: boolean;
  /** The one before is not part of its history: somebody has rewritten the branch. */
  readonly rewritten: boolean;
}

/** A branch that is followed. */
export interface GitSource {
  /** Where the manifests are, once something was fetched. The path stays the same. */
  readonly folder: string;
  /**
   * Fetches the newest commit and puts it into the folder. Rejects with GitSourceError, and then the
   * folder is as it was. Readers of the folder must not be at work meanwhile: what they opened stays
   * whole, but what they open later is of the new commit.
   */
  readonly fetch: () => Promise<FetchedCommit>;
  /** Ends a fetch that is under way, and waits for its end. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a branch; nothing is fetched yet, and there is no folder before the first fetch: what an
 * earlier process left may be cut off. Throws GitSourceError on an address, a branch or a path that
 * cannot be followed.
 */
export function openGitSource(options: GitSourceOptions): GitSource {
  const url = repositoryAddress(options.url);
  const branch = branchName(options.branch);
  const path = pathInside(options.path ?? ".");
  const home = resolve(options.folder);
  const repository = join(home, "repository.git");
  const trees = join(home, "trees");
  const current = join(home, "current");
  const ending = new AbortController();
  const { signal } = ending;
  const { environment } = options;
  let commit: string | undefined;
  let generation = 0;
  let running: Promise<FetchedCommit> | undefined;

  rmSync(current, { force: true });
  rmSync(trees, { recursive: true, force: true });
  mkdirSync(trees, { recursive: true, mode: 0o700 });

  const fetchOnce = async (): Promise<FetchedCommit> => {
    if (signal.aborted) throw closedError();
    const head = await fetchHead({ url, branch, repository, signal, environment });
    const changed = head.commit !== commit;
    // The repository remembers what an earlier process fetched; rewriting counts since then, too.
    if (!changed) return { ...head, changed };
    generation++;
    const tree = join(trees, `${generation}-${head.commit.slice(0, 12)}`);
    await checkOut({ repository, commit: head.commit, path, tree, signal, environment });
    pointAt(current, tree);
    removeOlder(trees, generation);
    commit = head.commit;
    return { ...head, changed };
  };

  return {
    folder: path === "." ? current : join(current, path),
    fetch: () => {
      running ??= fetchOnce().finally(() => (running = undefined));
      return running;
    },
    close: async () => {
      ending.abort();
      await running?.catch(() => undefined);
    },
  };
}

/** Lets a link point somewhere else in one step. */
function pointAt(link: string, target: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, link);
}

/** Removes all trees but the newest two: somebody may still read the one before. */
function removeOlder(trees: string, generation: number): void {
  for (const name of readdirSync(trees)) {
    if (Number.parseInt(name, 10) < generation - 1)
      rmSync(join(trees, name), { recursive: true, force: true });
  }
}
