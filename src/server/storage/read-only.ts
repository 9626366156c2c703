/** Looking at the database of a data folder without changing anything in the folder. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storage as limits } from "../../model/limits.ts";
import { connect, type Connection } from "./sqlite.ts";

/** Path of the database in a data folder. */
export function databasePath(folder: string): string {
  return join(folder, "catalog.db");
}

/** Size of a file in bytes; 0 for one that is not there. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Connects to a database that nobody changes meanwhile. Where no log lies beside it SQLite is told
 * so, since it would make files of its own beside it otherwise.
 */
export function connectAsIs(path: string): Connection {
  const options = { readOnly: true, waitMs: limits.busyMs };
  if (sizeOf(`${path}-wal`) > 0) return connect(path, options);
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return connect(url, options);
}
