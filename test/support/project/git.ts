/** Git repositories for tests: bare ones to follow, and working copies that push to them. */
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, writeFiles } from "../run/folders.ts";

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

/** What `git init` writes and git needs; a start of git costs more than all of it. */
const layout = (config: string) => ({
  HEAD: "ref: refs/heads/main\n",
  config: `[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n${config}`,
  "hooks/.keep": "",
  "objects/info/.keep": "",
  "refs/heads/.keep": "",
});

/**
 * Makes both, with an empty branch main. The bare one reads the objects of the working copy, so that what is
 * pushed is there already and only the branch has to be moved.
 */
export function makeRepository(): TestRepository {
  const home = temporaryFolder();
  const url = join(home, "estate.git");
  const folder = join(home, "copy");
  const own = join(folder, ".git");
  writeFiles(url, {
    ...layout("\tbare = true\n"),
    "objects/info/alternates": `${join(own, "objects")}\n`,
  });
  writeFiles(
    own,
    layout(
      `\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    ),
  );
  const commit: TestRepository["commit"] = (files = {}) => {
    writeFiles(folder, files);
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--allow-empty", "--message=change");
    const head = readFileSync(join(own, "HEAD"), "utf8").trim();
    return readFileSync(join(own, head.replace(/^ref: /, "")), "utf8").trim();
  };
  return {
    url,
    folder,
    commit,
    push: (files) => {
      const made = commit(files);
      // As git does it: whoever reads meanwhile finds one commit or the other.
      const branch = join(url, "refs/heads/main");
      writeFileSync(`${branch}.lock`, `${made}\n`);
      renameSync(`${branch}.lock`, branch);
      return made;
    },
  };
}
