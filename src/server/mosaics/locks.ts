/** Locks for folders: one change at a time, others wait with a timeout. */
import { http } from "../../model/limits.ts";
import { openSemaphore, type Semaphore } from "../../model/semaphore.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Returns the unlock function. Throws busy after a timeout, at most `waitMs`. */
export type TakeLock = (folder: string, waitMs?: number) => Promise<() => void>;

/** Creates locks within this process. */
export function folderLocks(longestMs: number = http.uploadWaitMs): TakeLock {
  const locks = new Map<string, Semaphore>();
  return async (folder, waitMs) => {
    const lock = locks.get(folder) ?? openSemaphore(1, { waitMs: longestMs, refusal: filesBusy });
    locks.set(folder, lock);
    const release = await lock.take(waitMs);
    return () => {
      release();
      if (lock.counts().running === 0) locks.delete(folder);
    };
  };
}

/** The error for a store that another request changes. */
export function filesBusy(): CatalogError {
  return new CatalogError("busy", "The files of this store are being changed by another request");
}
