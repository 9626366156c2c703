/** Servers of the last version that gives no tokens, from the history of the repository. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/run/folders.ts";

const OLDER = "8f22da9e";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether the history is there; otherwise it says that a test is skipped. */
export function hasOlder(name: string): boolean {
  const { status } = git(["cat-file", "-e", `${OLDER}^{commit}`]);
  if (status !== 0) process.stderr.write(`SKIPPED, no history of ${OLDER} here: ${name}\n`);
  return status === 0;
}

/** The program of a server of that version (`server.ts`), until the test ends. */
export function olderServer(): string {
  const folder = join(temporaryFolder(), "older");
  mkdirSync(folder);
  const archive = git(["archive", OLDER, "package.json", "src", "test/replicas/server.ts"]);
  const unpacked = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0)
    throw new Error(`the sources of ${OLDER} cannot be had: ${archive.stderr} ${unpacked.stderr}`);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return join(folder, "test/replicas/server.ts");
}

function git(args: readonly string[]) {
  return spawnSync("git", ["-C", ROOT, ...args], { maxBuffer: 2 ** 28 });
}
