/**
 * Locks between processes: SQLite locks an empty database, and the kernel releases the lock when
 * the process ends. No other code may open such a file, because closing any descriptor releases all
 * locks of the process on it.
 */
import { chmodSync, existsSync } from "node:fs";
import { databaseErrorCode } from "./database-error.ts";
import { connect } from "./sqlite-connection.ts";

/** A held lock. */
export interface LockFile {
  /** May be called repeatedly. */
  readonly release: () => void;
}

const statements = {
  shared: "BEGIN; SELECT 1 FROM sqlite_master",
  exclusive: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE",
} as const;

/** Whether another holder has it exclusively. Writes nothing. */
export function isLockFileHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  using database = connect(path, { readOnly: true, waitMs: 0 });
  try {
    database.exec(statements.shared);
    return false;
  } catch (error) {
    if (databaseErrorCode(error) === "busy") return true;
    throw error;
  }
}

/**
 * Creates the file if needed; undefined when the lock is held. `waitMs` bounds the wait for other
 * holders, which blocks the whole process. Throws SQLite errors for an unusable file.
 */
export function takeLockFile(
  path: string,
  { mode, waitMs }: { readonly mode: keyof typeof statements; readonly waitMs: number },
): LockFile | undefined {
  const database = connect(path, { readOnly: false, waitMs });
  try {
    // Nothing is written, so no journal file is needed.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec(statements[mode]);
    chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if (databaseErrorCode(error) === "busy") return undefined;
    throw error;
  }
  return { release: () => database[Symbol.dispose]() };
}
