/** Git repositories for tests: bare ones to follow, and working copies that push to them. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFiles } from "./folders.ts";

/** Runs git in a folder, as nobody in particular and without the settings of the machine. */
export function git(folder: string, ...args: readonly string[]): string {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return execFileSync("git", args, {
    cwd: folder,
    env: {
      ...Object.fromEntries(kept),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Test",
      GIT_AUTHOR_EMAIL: "test@example.org",
      GIT_COMMITTER_NAME: "Test",
      GIT_COMMITTER_EMAIL: "test@example.org",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
    .toString()
    .trim();
}

/** A bare repository and a working copy of it. */
export interface TestRepository {
  /** Path of the bare one. */
  readonly url: string;
  /** The working copy. */
  readonly folder: string;
  /** Writes files and commits everything; gives the commit. */
  readonly commit: (files?: Readonly<Record<string, string | Uint8Array>>) => string;
  /** The same, and pushes it. */
  readonly push: (files?: Readonly<Record<string, string | Uint8Array>>) => string;
}

/** Makes both, with an empty branch main. */
export function makeRepository(): TestRepository {
  const home = temporaryFolder();
  const url = join(home, "estate.git");
  const folder = join(home, "copy");
  mkdirSync(folder);
  git(home, "init", "--quiet", "--bare", "--initial-branch=main", url);
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "remote", "add", "origin", url);
  const commit: TestRepository["commit"] = (files = {}) => {
    writeFiles(folder, files);
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--allow-empty", "--message=change");
    return git(folder, "rev-parse", "HEAD");
  };
  return {
    url,
    folder,
    commit,
    push: (files) => {
      const made = commit(files);
      git(folder, "push", "--quiet", "--force", "origin", "HEAD:main");
      return made;
    },
  };
}
