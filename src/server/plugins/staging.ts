/** The folder for large bodies that are arriving. It is empty when there are no requests. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { open, readFile, rm, statfs, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CatalogError } from "../catalog/errors.ts";

const FREE_KNOWN_MS = 500;

/** The reserve, as a share of a disk that is too small for the usual one. */
const SHARE_KEPT = 0.1;

export interface StagedFile {
  readonly path: string;
  readonly append: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly content: () => Promise<Uint8Array>;
  /** Removes the file; may be called at any time and repeatedly. */
  readonly discard: () => Promise<void>;
}

/** The folder for bodies that are arriving. */
export interface Staging {
  readonly create: () => Promise<StagedFile>;
  /** Refuses with disk-full when there is no room for a body of this many bytes. */
  readonly checkSpace: (bytes: number) => Promise<void>;
  readonly free: () => Promise<number>;
}

/** Opens or creates the folder. Removes leftovers of earlier processes that are not `isInUse`. */
export function openStaging(
  folder: string,
  minimumFreeBytes: number,
  isInUse: (path: string) => boolean = () => false,
): Staging {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!isInUse(join(folder, name))) rmSync(join(folder, name), { recursive: true, force: true });
  let known = { at: -FREE_KNOWN_MS, free: 0, whole: 0 };
  const space = async () => {
    const at = performance.now();
    if (at - known.at >= FREE_KNOWN_MS) {
      const { bavail, blocks, bsize } = await unlessGone(folder, () => statfs(folder));
      known = { at, free: bavail * bsize, whole: blocks * bsize };
    }
    return known;
  };
  return {
    create: () => unlessGone(folder, () => createFile(join(folder, randomUUID()))),
    free: async () => (await space()).free,
    checkSpace: async (bytes) => {
      const { free, whole } = await space();
      const kept = Math.min(minimumFreeBytes, Math.floor(whole * SHARE_KEPT));
      const needed = Math.max(2 * bytes, kept);
      if (free >= needed) return;
      throw new CatalogError(
        "disk-full",
        `The disk has ${free} bytes free; this request needs ${needed}`,
      );
    },
  };
}

/** Refuses with busy when other servers took this one for dead, and removed its folder. */
async function unlessGone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new CatalogError("busy", "This server takes no uploads any more; ask another one", {
      detail: `The folder ${folder} is gone`,
    });
  }
}

async function createFile(path: string): Promise<StagedFile> {
  let handle: FileHandle | undefined = await open(path, "wx", 0o600);
  const close = async () => {
    const open = handle;
    handle = undefined;
    await open?.close();
  };
  return {
    path,
    end: close,
    append: async (chunk) => {
      await handle?.writeFile(chunk);
    },
    content: async () => {
      await close();
      return readFile(path);
    },
    discard: async () => {
      await close();
      await rm(path, { force: true });
    },
  };
}
