/** Copies of a catalog's database. */
import { backup, storage } from "../../model/limits.ts";
import { connect, copyPages, type Connection } from "./sqlite-connection.ts";

/**
 * Copies a database to a file that is not there yet: the state that the connection's transaction
 * sees, whatever others write meanwhile; but for sessions, which may have ended when the copy is used.
 */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  await copyPages(connection, path, backup.pages);
  const copy = connect(path, { readOnly: false, waitMs: storage.busyMs });
  try {
    // Catalogs of earlier versions have none.
    if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sessions'").get() !== undefined)
      copy.exec("DELETE FROM sessions");
  } finally {
    copy.close();
  }
}
