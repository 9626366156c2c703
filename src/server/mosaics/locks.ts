/** One change at a time for each folder; others wait in line, for a while. */
import { http } from "../../model/limits.ts";
import { openSemaphore, type Semaphore } from "../../model/semaphore.ts";
import { CatalogError } from "../catalog/errors.ts";

/**
 * Takes the lock of a folder; refuses with busy when that takes too long, or longer than others are to be waited
 * for. Gives what returns it.
 */
export type TakeLock = (folder: string, waitMs?: number) => Promise<() => void>;

/** Locks that nobody holds. */
export function folderLocks(waitMs: number = http.uploadWaitMs): TakeLock {
  const locks = new Map<string, Semaphore>();
  return async (folder) => {
    const lock = locks.get(folder) ?? openSemaphore(1, { waitMs, refusal: filesBusy });
    locks.set(folder, lock);
    const release = await lock.take();
    return () => {
      release();
      if (lock.counts().running === 0) locks.delete(folder);
    };
  };
}

/** Said of a store whose files somebody else changes. */
export function filesBusy(): CatalogError {
  return new CatalogError("busy", "The files of this store are being changed by another request");
}
