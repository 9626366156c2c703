/** Reads the database of a data folder, and changes nothing there. */
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storage as limits } from "../../model/limits.ts";
import { connect, type Connection } from "./sqlite-connection.ts";

/** Path of the database in a data folder. */
export function databasePath(folder: string): string {
  return join(folder, "catalog.db");
}

/** Size of a file in bytes; 0 for a missing one. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * For a database that no process changes. Without a log it is opened as immutable, because SQLite
 * would create files beside it.
 */
export function connectAsIs(path: string): Connection {
  const options = { readOnly: true, waitMs: limits.busyMs };
  if (sizeOf(`${path}-wal`) > 0) return connect(path, options);
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return connect(url, options);
}

export interface Look {
  readonly database: Connection;
  readonly close: () => void;
}

/**
 * Opens a database for a full check. Beside a server it is an ordinary reader. With a leftover log,
 * a temporary copy is read, because SQLite would recover the log first.
 */
export function lookAt(folder: string, isHeld: boolean): Look {
  const path = databasePath(folder);
  if (isHeld) return looking(connect(path, { readOnly: true, waitMs: limits.busyMs }));
  if (sizeOf(`${path}-wal`) === 0) return looking(connectAsIs(path));
  const elsewhere = mkdtempSync(join(tmpdir(), "plumbline-check-"));
  const discard = () => rmSync(elsewhere, { recursive: true, force: true });
  try {
    const copy = databasePath(elsewhere);
    for (const end of ["", "-wal"])
      if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
    const { database, close } = looking(connect(copy, { readOnly: false, waitMs: 0 }));
    const closeAll = () => {
      close();
      discard();
    };
    return { database, close: closeAll };
  } catch (error) {
    discard();
    throw error;
  }
}

function looking(database: Connection): Look {
  database.exec("BEGIN");
  return { database, close: () => database.close() };
}
