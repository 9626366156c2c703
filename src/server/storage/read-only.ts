/** Reads the database of a data folder, and changes nothing there. */
import { constants, copyFileSync, existsSync, mkdtempDisposableSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storage as limits } from "../../model/limits.ts";
import { connect, type Connection } from "./sqlite-connection.ts";

type Work<Result> = (database: Connection) => Result | Promise<Result>;

const reading = { readOnly: true, waitMs: limits.busyMs };

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
  return readOn(url, reading, work);
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
  if (isHeld) return readOn(path, reading, work);
  if (sizeOf(`${path}-wal`) === 0) return readAsIs(path, work);
  using elsewhere = mkdtempDisposableSync(join(tmpdir(), "plumbline-check-"));
  const copy = databasePath(elsewhere.path);
  for (const end of ["", "-wal"])
    if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
  return await readOn(copy, { readOnly: false, waitMs: 0 }, work);
}

async function readOn<Result>(
  path: string | URL,
  options: Parameters<typeof connect>[1],
  work: Work<Result>,
): Promise<Result> {
  using database = connect(path, options);
  database.exec("BEGIN");
  return await work(database);
}
