/**
 * A branch as a folder that is always complete: each commit gets its own folder, swapped in by one
 * rename. The folder is disposable; Plumbline never writes to the repository.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "../../model/environment.ts";
import { checkOut } from "./git/check-out.ts";
import { fetchHead } from "./git/fetch.ts";
import { branchName, pathInside, repositoryAddress } from "./git/repository-address.ts";
import { closedError } from "./git/run-git.ts";

export { withoutUserinfo } from "./git/repository-address.ts";
export { GitSourceError } from "./git/repository-address.ts";

export interface GitSourceOptions {
  readonly url: string;
  readonly branch: string;
  /** Folder of the manifests in the repository; all of it when absent. */
  readonly path?: string | undefined;
  /** Git gets only the variables that control access to servers. */
  readonly environment: Environment;
  /** For this source alone; disposable. */
  readonly folder: string;
}

export interface FetchedCommit {
  readonly commit: string;
  /** True the first time. */
  readonly changed: boolean;
  /** The commit before is not in the new history. */
  readonly rewritten: boolean;
}

/** A branch that is followed. */
export interface GitSource {
  /** Exists after the first fetch. The path stays the same. */
  readonly folder: string;
  /**
   * Fetches the newest commit into the folder. Rejects with GitSourceError; the folder then stays.
   * Nothing may read the folder meanwhile: files opened later are of the new commit.
   */
  readonly fetch: () => Promise<FetchedCommit>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a branch without fetching. Removes folders of an earlier process, which may be incomplete.
 * Throws GitSourceError on an invalid address, branch or path.
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
    // `rewritten` also covers what an earlier process fetched.
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

/** Replaces a link atomically. */
function pointAt(link: string, target: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, link);
}

/** Keeps two trees: the older one may still be read. */
function removeOlder(trees: string, generation: number): void {
  for (const name of readdirSync(trees)) {
    if (Number.parseInt(name, 10) < generation - 1)
      rmSync(join(trees, name), { recursive: true, force: true });
  }
}
