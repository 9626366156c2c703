/**
 * A file that only takes room. When the disk is full it goes, so that what frees room can be done:
 * deletions, and what the database's log holds. It comes back when there is room again.
 */
import { randomBytes } from "node:crypto";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ballast as limits } from "../../model/limits.ts";

/** The ballast of one disk. None of its members rejects: without it the server works as well. */
export interface Ballast {
  /** Gives its room away when next to nothing is free. */
  readonly makeRoom: () => Promise<void>;
  /** Gives its room away; shows whether there was any. */
  readonly drop: () => Promise<boolean>;
  /** Takes room again when there is plenty, but does not look all the time. */
  readonly refill: () => Promise<void>;
  /** When it gave room away last, as `performance.now` shows time; never is -Infinity. */
  readonly givenAt: () => number;
  /** Resolves when nothing of it is being written. */
  readonly settled: () => Promise<void>;
}

/** What a ballast is made of. */
export interface BallastOptions {
  /** Folder that it lies in. */
  readonly folder: string;
  /** Its size, or less on a small disk; 0 for none at all. */
  readonly bytes: number;
  /** Space that stays free besides. */
  readonly freeBytes: number;
}

/** The ballast of a folder; it is there when the disk has room for it, some time after the start. */
export function openBallast({ folder, bytes, freeBytes }: BallastOptions): Ballast {
  const path = join(folder, "catalog.ballast");
  if (bytes === 0) return none;
  let looked = -Infinity;
  let given = -Infinity;
  let filling: Promise<void> | undefined;
  const drop = async () => {
    await filling;
    looked = performance.now();
    const size = await sizeOf(path);
    await rm(path, { force: true }).catch(() => undefined);
    if (size > 0) given = performance.now();
    return size > 0;
  };
  const fill = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const [free, whole] = [bavail * bsize, blocks * bsize];
    const size = Math.min(bytes, Math.floor(whole * limits.share));
    const there = await sizeOf(path);
    const kept = Math.min(freeBytes, Math.floor(whole * limits.keptShare));
    if (there < size && free >= size + kept) await write(path, size);
  };
  return {
    drop,
    givenAt: () => given,
    settled: async () => filling,
    makeRoom: async () => {
      const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
      if (bavail * bsize < limits.leastFreeBytes) await drop();
    },
    refill: async () => {
      if (performance.now() - looked < limits.lookAgainMs) return filling;
      looked = performance.now();
      filling = fill().catch(() => undefined);
      return filling;
    },
  };
}

const none: Ballast = {
  makeRoom: async () => undefined,
  drop: async () => false,
  refill: async () => undefined,
  givenAt: () => -Infinity,
  settled: async () => undefined,
};

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

/** Written and not only made long, and of bytes that no disk can pack. */
async function write(path: string, size: number): Promise<void> {
  const beside = `${path}.next`;
  const chunk = randomBytes(Math.min(size, limits.chunkBytes));
  try {
    const handle = await open(beside, "w", 0o600);
    try {
      for (let left = size; left > 0; left -= chunk.byteLength)
        await handle.writeFile(chunk.subarray(0, left));
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
