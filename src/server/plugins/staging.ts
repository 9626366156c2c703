/**
 * Where bodies wait on disk until they are whole: a folder that is empty whenever no request is
 * under way. Small bodies never get here.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { open, readFile, rm, statfs, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { CatalogError } from "../catalog/errors.ts";

const FREE_KNOWN_MS = 500;

/** Of a disk so small that the usual reserve would be most of it. */
const SHARE_KEPT = 0.1;

/** A body on disk. */
export interface StagedFile {
  readonly path: string;
  readonly append: (chunk: Uint8Array) => Promise<void>;
  /** Ends writing. */
  readonly end: () => Promise<void>;
  /** Ends writing and gives the whole content. */
  readonly content: () => Promise<Uint8Array>;
  /** Removes the file; safe to call at any time, and more than once. */
  readonly discard: () => Promise<void>;
}

/** The folder for bodies that are still arriving. */
export interface Staging {
  readonly create: () => Promise<StagedFile>;
  /** Refuses with disk-full when a body of this many bytes should not be tried. */
  readonly checkSpace: (bytes: number) => Promise<void>;
  /** Bytes that are free on the disk. */
  readonly free: () => Promise<number>;
}

/**
 * Opens a staging folder, made when it is missing; what an earlier process left in it goes, unless another process
 * works on it (`isInUse`).
 */
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

/** Does something in the folder. Refuses with busy when others took this server for gone, and the folder with it. */
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
