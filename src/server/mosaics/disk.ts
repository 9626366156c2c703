/**
 * File changes, replaceable by tests. Changes are durable, but names in a folder require `sync`.
 */
import { link, mkdir, open, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Members reject with file system errors. */
export interface Disk {
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Creates a hard link, or moves the file if the disk has no hard links. */
  readonly link: (from: string, to: string) => Promise<void>;
  /** The parent must exist. */
  readonly makeFolder: (path: string) => Promise<void>;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly append: (path: string, text: string) => Promise<void>;
  /** Truncates a file to at most this size. */
  readonly cut: (path: string, bytes: number) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
  readonly removeFolder: (path: string) => Promise<void>;
  readonly removeAll: (path: string) => Promise<void>;
  /** Makes the names in a folder, or the content of a file, durable. */
  readonly sync: (path: string) => Promise<void>;
}

/** The disk of this machine. */
export const realDisk: Disk = {
  rename,
  link: linkOrMove,
  makeFolder: async (path) => {
    await mkdir(path, { mode: 0o700 });
  },
  write: (path, text) => writeDurably(path, text, "w"),
  append: (path, text) => writeDurably(path, text, "a"),
  cut: async (path, bytes) => {
    const handle = await open(path, "r+");
    try {
      if ((await handle.stat()).size > bytes) await handle.truncate(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  removeFile: unlink,
  removeFolder: rmdir,
  removeAll: (path) => rm(path, { recursive: true, force: true }),
  sync: syncPath,
};

/** Delays changes until `mayChange` resolves; if it rejects, they reject. */
export function waitingDisk(disk: Disk, mayChange: () => Promise<void>): Disk {
  const waiting =
    <Parameters extends readonly unknown[]>(work: (...given: Parameters) => Promise<void>) =>
    async (...given: Parameters) => {
      await mayChange();
      await work(...given);
    };
  return {
    rename: waiting(disk.rename),
    link: waiting(disk.link),
    makeFolder: waiting(disk.makeFolder),
    write: waiting(disk.write),
    append: waiting(disk.append),
    cut: waiting(disk.cut),
    removeFile: waiting(disk.removeFile),
    removeFolder: waiting(disk.removeFolder),
    removeAll: waiting(disk.removeAll),
    sync: disk.sync,
  };
}

export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns undefined if `work` fails with one of the codes. */
export async function unless<Result>(
  codes: readonly string[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (codes.includes(errorCodeOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** Codes for a missing file. */
export const ABSENT: readonly string[] = ["ENOENT", "ENOTDIR"];

/** Returns the new folders, outermost first. */
export async function makeFolders(disk: Disk, path: string): Promise<readonly string[]> {
  try {
    await disk.makeFolder(path);
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return [];
    if (errorCodeOf(error) !== "ENOENT") throw error;
    return [...(await makeFolders(disk, dirname(path))), ...(await makeFolders(disk, path))];
  }
  await disk.sync(dirname(path));
  return [path];
}

async function linkOrMove(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(errorCodeOf(error) ?? "")) throw error;
    await rename(from, to);
  }
}

async function writeDurably(path: string, text: string, flags: "w" | "a"): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncPath(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
