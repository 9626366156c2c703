/** Syncs files concurrently: a disk can sync many files in the time of one. */
import type { FileHandle } from "node:fs/promises";

/** Files being synced. */
export interface Syncs {
  /** Waits only if too many syncs run. Rejects with the error of this or an earlier file. */
  readonly add: (handle: FileHandle) => Promise<void>;
  /** Resolves when all are durable; rejects with the first error. */
  readonly done: () => Promise<void>;
  /** Resolves when all files are closed, despite errors. */
  readonly settled: () => Promise<void>;
}

/** At most `most` files are synced at a time. */
export function openSyncs(most: number): Syncs {
  const running = new Set<Promise<unknown>>();
  const errors: unknown[] = [];
  const check = () => {
    if (errors.length > 0) throw errors[0];
  };
  const settled = async () => {
    await Promise.all(running);
  };
  return {
    add: async (handle) => {
      const one = syncAndClose(handle)
        .catch((error: unknown) => errors.push(error))
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= most) await Promise.race(running);
      check();
    },
    done: async () => {
      await settled();
      check();
    },
    settled,
  };
}

async function syncAndClose(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
