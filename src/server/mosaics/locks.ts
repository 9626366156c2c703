/** One change at a time for each folder; others wait in line, for a while. */
import { http } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Takes the lock of a folder; refuses with busy when that takes too long. Gives what returns it. */
export type TakeLock = (folder: string) => Promise<() => void>;

/** Locks that nobody holds. */
export function folderLocks(waitMs: number = http.uploadWaitMs): TakeLock {
  const tails = new Map<string, Promise<void>>();
  return async (folder) => {
    const before = tails.get(folder) ?? Promise.resolve();
    const own = Promise.withResolvers<void>();
    const tail = before.then(() => own.promise);
    tails.set(folder, tail);
    const release = () => {
      own.resolve();
      if (tails.get(folder) === tail) tails.delete(folder);
    };
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), waitMs);
    const outcome = await Promise.race([before, late]);
    clearTimeout(timer);
    if (outcome !== "late") return release;
    own.resolve();
    throw new CatalogError("busy", "The files of this store are being changed by another request");
  };
}
