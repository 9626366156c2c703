/**
 * Prevents races of checks and reads: opens a file without following links, then checks its path,
 * then reads it.
 */
import { constants } from "node:fs";
import { access, lstat, open, readlink, realpath, type FileHandle } from "node:fs/promises";
import { sep } from "node:path";
import { CatalogError } from "../catalog/errors.ts";
import type { ConfinedFile, ConfinedFolder, HarvestTarget } from "../catalog/mosaic-files.ts";
import type { NamedHome } from "../catalog/store-files.ts";
import { errorCodeOf } from "./disk.ts";
import { follow } from "./follow.ts";
import { readHarvestText } from "./harvest-text.ts";
import { placeFolder } from "./places.ts";
import { isAllowed, type Roots } from "./roots.ts";

/** The message must not reveal whether the path exists. */
const OUTSIDE =
  "The path is in no folder that may be harvested: those are the data folder and each --granule-root";

/** Does not follow a final link or wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function resolveHarvest(
  roots: Roots,
  body: string,
  named: readonly NamedHome[],
): Promise<HarvestTarget> {
  const { path, isFolder, isRelative, text } = readHarvestText(body, roots.data);
  const where = isRelative ? homeOf(roots.data, path, named) : path;
  const target = await findTarget(roots, where, text);
  if (target.kind === "file" && isFolder) throw missing(text);
  return target;
}

/** Renamed stores have their folder elsewhere. */
function homeOf(data: string, path: string, named: readonly NamedHome[]): string {
  for (const { place, home } of named) {
    const folder = placeFolder(data, place);
    if (path === folder || path.startsWith(`${folder}${sep}`))
      return placeFolder(data, home) + path.slice(folder.length);
  }
  return path;
}

async function findTarget(roots: Roots, path: string, text: string): Promise<HarvestTarget> {
  const found = await follow(roots, path);
  if (found.end === "outside") throw new CatalogError("harvest-outside", OUTSIDE);
  if (found.end === "missing") throw missing(text);
  if (found.end === "unreadable") throw unreadable(text);
  const isFolder = found.stats.isDirectory();
  if (!isFolder && !found.stats.isFile()) throw unreadable(`${text} is neither file nor folder`);
  try {
    await access(found.path, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
  } catch {
    throw unreadable(text);
  }
  return { kind: isFolder ? "directory" : "file", path: found.path };
}

function missing(text: string): CatalogError {
  return new CatalogError("harvest-missing", `Failed to locate the input file ${text}`);
}

function unreadable(text: string): CatalogError {
  const message = `Input file is not readable, check filesystem permissions: ${text}`;
  return new CatalogError("harvest-unreadable", message);
}

export interface OpenPath {
  readonly handle: FileHandle;
  readonly path: string;
  /** Refers to the open file even after a rename, where possible. */
  readonly readPath: string;
  /** Must be checked after reading if `readPath` is the path. */
  readonly isSame: () => Promise<boolean>;
}

/** Returns undefined if the opened file is not the checked one. */
export async function openChecked(roots: Roots, path: string): Promise<OpenPath | undefined> {
  const before = await lstat(path);
  if (!before.isFile() && !before.isDirectory()) return undefined;
  const handle = await open(path, FLAGS);
  try {
    const own = await handle.stat();
    const isSame = async () => {
      const now = await lstat(path);
      return now.dev === own.dev && now.ino === own.ino && (await realpath(path)) === path;
    };
    const kernelPath = await pathOfHandle(handle);
    const isInside = kernelPath === undefined ? await isSame() : isAllowed(roots, kernelPath);
    if (isInside && own.dev === before.dev && own.ino === before.ino) {
      const readPath = kernelPath === undefined ? path : linkOfHandle(handle);
      return { handle, path, readPath, isSame };
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

function linkOfHandle({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

/** Path of an open file according to the kernel; undefined if unknown. */
async function pathOfHandle(handle: FileHandle): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    return await readlink(linkOfHandle(handle));
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export async function openConfined(roots: Roots, named: string): Promise<ConfinedFile> {
  const { kind, path } = await findTarget(roots, named, named);
  if (kind === "directory") throw unreadable(`${named} is a folder`);
  const opened = await unlessGone(named, () => openChecked(roots, path));
  if (opened === undefined) throw unreadable(`${named} was changed meanwhile`);
  const { handle, readPath, isSame } = opened;
  const { size, mtimeMs } = await handle.stat();
  return {
    path,
    readPath,
    bytes: size,
    modified: Math.round(mtimeMs),
    content: async (limitBytes) => {
      if (size <= limitBytes) return readAll(handle, size);
      throw new CatalogError("too-large", `${path} has ${size} bytes; the limit is ${limitBytes}`);
    },
    verify: async () => {
      if (!(await unlessGone(named, isSame))) throw unreadable(`${named} was changed meanwhile`);
    },
    close: () => handle.close(),
  };
}

export async function openFolder(roots: Roots, path: string): Promise<ConfinedFolder> {
  const opened = await unlessGone(path, () => openChecked(roots, path));
  if (opened === undefined) throw unreadable(`${path} was changed meanwhile`);
  const { handle, readPath, isSame } = opened;
  return {
    readPath,
    verify: async () => {
      const isSafe = readPath !== path || (await unlessGone(path, isSame));
      if (!isSafe) throw unreadable(`${path} was changed meanwhile`);
    },
    close: () => handle.close(),
  };
}

async function readAll(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function unlessGone<Result>(named: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = errorCodeOf(error) ?? "";
    if (["ENOENT", "ENOTDIR"].includes(code)) throw missing(named);
    if (["EACCES", "EPERM", "ELOOP"].includes(code)) throw unreadable(named);
    throw error;
  }
}
