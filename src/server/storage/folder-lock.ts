/**
 * Ensures one process per data folder, by a lock and a file that names its holder
 * (docs/decisions/0032-data-folder.md).
 */
import { accessSync, constants, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { folderLock as limits } from "../../model/limits.ts";
import { isLockFileHeld, takeLockFile, type LockFile } from "./lock-file.ts";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

const NAME = "catalog.lock";

/**
 * Locks an existing folder; `since` is ISO 8601. Throws Error with a text for the operator when
 * another process holds it, and SQLite errors where locking is impossible.
 */
export function lockFolder(folder: string, since: string): LockFile {
  const path = join(folder, NAME);
  const lock = lockIn(folder, path);
  if (lock === undefined) throw heldError(folder);
  write(`${path}.json`, { pid: process.pid, host: hostname(), since });
  // The holder's file only counts while the lock is held, so it need not be removed.
  return lock;
}

function lockIn(folder: string, path: string): LockFile | undefined {
  try {
    return takeLockFile(path, { mode: "exclusive", waitMs: limits.waitMs });
  } catch (error) {
    throw unwritableError(folder) ?? error;
  }
}

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

/** Whether another process uses a folder. Writes nothing. */
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

/** The holder of a lock; undefined where the file is of an earlier process. */
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

/** Ignores file system errors such as a full disk: the lock holds without a name. */
function write(path: string, holder: Holder): void {
  try {
    writeFileSync(`${path}.next`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(`${path}.next`, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
