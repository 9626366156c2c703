/** Copies of a catalog's database. */
import { backup, storage } from "../../model/limits.ts";
import { connect, copyPages, type Connection } from "./sqlite-connection.ts";

/**
 * Copies the state that the connection's transaction sees to a new file. Sessions are left out:
 * they may end before the copy is used.
 */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  await copyPages(connection, path, backup.pages);
  const copy = connect(path, { readOnly: false, waitMs: storage.busyMs });
  try {
    // Earlier versions have no such table.
    if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined)
      copy.exec("DELETE FROM sessions");
  } finally {
    copy.close();
  }
}
