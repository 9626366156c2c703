/**
 * One process for a data folder: a lock that is held as long as the process lives, and beside it
 * who holds it (docs/decisions/0032-data-folder.md).
 */
import { accessSync, constants, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { folderLock as limits } from "../../model/limits.ts";
import { isLockFileHeld, takeLockFile, type LockFile } from "./lock-file.ts";

/** Who holds a data folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

const NAME = "catalog.lock";

/**
 * Takes the lock of a folder that is there. `since` is the time, in ISO 8601. Throws Error with a
 * text for the operator when another process has it, and what SQLite says where there can be none.
 */
export function lockFolder(folder: string, since: string): LockFile {
  const path = join(folder, NAME);
  const lock = lockIn(folder, path);
  if (lock === undefined) throw heldError(folder);
  write(`${path}.json`, { pid: process.pid, host: hostname(), since });
  // What is written there counts while the lock is held, so that nobody has to take it away.
  return lock;
}

function lockIn(folder: string, path: string): LockFile | undefined {
  try {
    return takeLockFile(path, { mode: "exclusive", waitMs: limits.waitMs });
  } catch (error) {
    throw unwritableError(folder) ?? error;
  }
}

/** What the operator is told of a folder that takes no lock, if that is because nothing can be written there. */
function unwritableError(folder: string): Error | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (cause) {
    const isReadOnly = (cause as NodeJS.ErrnoException).code === "EROFS";
    const problem = isReadOnly ? "is on a read-only file system" : "may not be written to";
    return new Error(
      `The data folder ${folder} ${problem}, and the lock of who works on it is a file there. ` +
        `${isReadOnly ? "Mount it for writing" : "Give its owner and mode to this user"}, or name another folder`,
      { cause },
    );
  }
}

/** Whether another process works on a folder; nothing is made or written. */
export function isFolderInUse(folder: string): boolean {
  return isLockFileHeld(join(folder, NAME));
}

function heldError(folder: string): Error {
  const found = holderOf(folder);
  const who =
    found === undefined
      ? "another process"
      : `process ${found.pid} on ${found.host} since ${found.since}`;
  return new Error(
    `The data folder ${folder} is in use by ${who}; a folder is for one server at a time. ` +
      "Stop that one first, or name another folder",
  );
}

/** Who holds a folder that is held; undefined where what is written there is of an earlier one. */
function holderOf(folder: string): Holder | undefined {
  const found = read(join(folder, `${NAME}.json`));
  if (found?.host !== hostname()) return found;
  try {
    process.kill(found.pid, 0);
    return found;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? found : undefined;
  }
}

function read(path: string): Holder | undefined {
  try {
    const found = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>;
    const { pid, host, since } = found;
    if (typeof pid !== "number" || typeof host !== "string" || typeof since !== "string")
      return undefined;
    return { pid, host, since };
  } catch {
    return undefined;
  }
}

/** Writes who holds it. On a full disk nobody is named, and the lock holds all the same. */
function write(path: string, holder: Holder): void {
  try {
    writeFileSync(`${path}.next`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(`${path}.next`, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
