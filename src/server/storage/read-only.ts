/** Reads the database of a data folder, and changes nothing there. */
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storage as limits } from "../../model/limits.ts";
import { connect, type Connection } from "./sqlite-connection.ts";

type Work<Result> = (database: Connection) => Result | Promise<Result>;

/** Path of the database in a data folder. */
export function databasePath(folder: string): string {
  return join(folder, "catalog.db");
}

/** Size of a file in bytes; 0 for a missing one. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Reads one state of a database that no process changes. Without a log it is opened as immutable,
 * because SQLite would create files beside it.
 */
export async function readAsIs<Result>(path: string, work: Work<Result>): Promise<Result> {
  const url = pathToFileURL(path);
  if (sizeOf(`${path}-wal`) === 0) url.searchParams.set("immutable", "1");
  return readOn(connect(url, { readOnly: true, waitMs: limits.busyMs }), work);
}

/**
 * Reads one state of a database for a full check. Beside a server it is an ordinary reader. With a
 * leftover log, a temporary copy is read, because SQLite would recover the log first.
 */
export async function lookAt<Result>(
  folder: string,
  isHeld: boolean,
  work: Work<Result>,
): Promise<Result> {
  const path = databasePath(folder);
  if (isHeld) return readOn(connect(path, { readOnly: true, waitMs: limits.busyMs }), work);
  if (sizeOf(`${path}-wal`) === 0) return readAsIs(path, work);
  const elsewhere = mkdtempSync(join(tmpdir(), "plumbline-check-"));
  try {
    const copy = databasePath(elsewhere);
    for (const end of ["", "-wal"])
      if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
    return await readOn(connect(copy, { readOnly: false, waitMs: 0 }), work);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

async function readOn<Result>(database: Connection, work: Work<Result>): Promise<Result> {
  try {
    database.exec("BEGIN");
    return await work(database);
  } finally {
    database.close();
  }
}
