/**
 * Ensures one process per data folder, by a lock and a file that names its holder
 * (docs/decisions/0032-data-folder.md).
 */
import { accessSync, constants, readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { folderLock as limits } from "../../model/limits.ts";
import { isLockFileHeld, takeLockFile, type LockFile } from "./lock-file.ts";

const lockIn = (folder: string) => join(folder, "catalog.lock");

/**
 * Locks an existing folder; `since` is ISO 8601. Throws Error with a text for the operator when
 * another process holds it, and SQLite errors where locking is impossible.
 */
export function lockFolder(folder: string, since: string): LockFile {
  const path = lockIn(folder);
  let lock: LockFile | undefined;
  try {
    lock = takeLockFile(path, { mode: "exclusive", waitMs: limits.waitMs });
  } catch (error) {
    throw unwritableError(folder) ?? error;
  }
  if (lock === undefined)
    throw new Error(
      `The data folder ${folder} is in use by ${holderOf(path)}; a folder is for one server at a time. ` +
        "Stop that one first, or name another folder",
    );
  noteHolder(path, since);
  return lock;
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
  return isLockFileHeld(lockIn(folder));
}

/**
 * Writes who holds a lock, unless the disk is full or the like: it holds without a name. The file
 * only counts while the lock is held, so it need not be removed.
 */
function noteHolder(path: string, since: string): void {
  const holder = { pid: process.pid, host: hostname(), since };
  try {
    writeFileSync(`${path}.json.next`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    renameSync(`${path}.json.next`, `${path}.json`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** Names the holder, unless the file is damaged or of an earlier process. */
function holderOf(path: string): string {
  try {
    const found = JSON.parse(readFileSync(`${path}.json`, "utf8")) as Record<string, unknown>;
    const { pid, host, since } = found;
    const isKnown = typeof pid === "number" && typeof host === "string";
    if (isKnown && typeof since === "string" && (host !== hostname() || isRunning(pid)))
      return `process ${pid} on ${host} since ${since}`;
  } catch {
    // A missing or damaged file names nobody.
  }
  return "another process";
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
