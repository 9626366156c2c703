/**
 * Locks between processes, each in a file of its own: SQLite takes them on an empty database, and
 * the kernel lets them go with the process, however that ends. Nothing else may open such a file:
 * who closes one lets go of every lock that its process has on it.
 */
import { chmodSync, existsSync } from "node:fs";
import { databaseErrorCode } from "./database-error.ts";
import { connect } from "./sqlite-connection.ts";

/** A lock that is held. */
export interface LockFile {
  /** Lets go; may be called again. */
  readonly release: () => void;
}

/** How a lock is taken: shared by several, or by one alone; and how long others are waited for. */
export interface LockWish {
  readonly mode: "shared" | "exclusive";
  readonly waitMs: number;
}

const statements = {
  shared: "BEGIN; SELECT 1 FROM sqlite_master",
  exclusive: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE",
} as const;

/** Whether another one holds the lock of a file alone. Nothing is made or written. */
export function isLockFileHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = connect(path, { readOnly: true, waitMs: 0 });
  try {
    database.exec(statements.shared);
    return false;
  } catch (error) {
    if (databaseErrorCode(error) === "busy") return true;
    throw error;
  } finally {
    database.close();
  }
}

/**
 * Takes the lock of a file, which is made when it is missing; gives undefined when others hold it.
 * Waiting holds up the whole process. Throws what SQLite says of a file that cannot be used.
 */
export function takeLockFile(path: string, { mode, waitMs }: LockWish): LockFile | undefined {
  const database = connect(path, { readOnly: false, waitMs });
  try {
    // Nothing is ever written to it, so no file has to say how it was.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec(statements[mode]);
    chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if (databaseErrorCode(error) === "busy") return undefined;
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}
