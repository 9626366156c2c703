/**
 * What changes files, as a value, so that tests can stop it at any step. Everything is on disk
 * when its promise resolves, but for the names in a folder: those are when the folder is synced.
 */
import { link, mkdir, open, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Changes of files; every member rejects with what the file system says. */
export interface Disk {
  readonly rename: (from: string, to: string) => Promise<void>;
  /** A second name for a file, or the file moved there where the disk knows no second names. */
  readonly link: (from: string, to: string) => Promise<void>;
  /** Makes a folder; its parent has to be there. */
  readonly makeFolder: (path: string) => Promise<void>;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly append: (path: string, text: string) => Promise<void>;
  /** Takes from a file what is beyond this many bytes. */
  readonly cut: (path: string, bytes: number) => Promise<void>;
  readonly removeFile: (path: string) => Promise<void>;
  /** Removes a folder if it is empty. */
  readonly removeFolder: (path: string) => Promise<void>;
  /** Removes whatever is there. */
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

/** A disk that changes something only when it may: what is given resolves then, and rejects when it never may. */
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

/** The code of an error of the file system; undefined for anything else. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** The result, or undefined when the file system says one of these codes. */
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

/** Codes that say that there is nothing of this name. */
export const ABSENT: readonly string[] = ["ENOENT", "ENOTDIR"];

/** Makes a folder with all its parents durably; gives those that were not there, outermost first. */
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
