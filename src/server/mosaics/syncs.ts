/**
 * Files that become durable while others are written: a disk does many of these at once in the
 * time that it takes for one.
 */
import type { FileHandle } from "node:fs/promises";

/** Files on their way to the disk. */
export interface Syncs {
  /**
   * Makes a file durable and closes it; waits only when too many are on their way. Rejects with
   * what went wrong with this file or with one before it.
   */
  readonly add: (handle: FileHandle) => Promise<void>;
  /** Resolves when all are durable and closed; rejects with what went wrong with one. */
  readonly done: () => Promise<void>;
  /** Resolves when all are closed, whatever became of them. */
  readonly settled: () => Promise<void>;
}

/** None yet; `most` may be on their way at a time. */
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
