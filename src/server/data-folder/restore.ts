/** Restores a backup into a data folder. */
import { mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { extract, type ReadEntry } from "tar";
import { each } from "../../model/each.ts";
import { backup as limits } from "../../model/limits.ts";
import { lockFolder } from "../storage/folder-lock.ts";
import { syncPath } from "../storage/sync-path.ts";
import { ABOUT, readAbout, SEAL, type About } from "./archive.ts";
import { checkFolder, type Checked } from "./check.ts";
import { DataFolderError } from "./folder-error.ts";

export interface RestoreOptions {
  readonly file: string;
  /** The folder is empty, or not there yet. */
  readonly folder: string;
  /** Returns ISO 8601 times. */
  readonly now: () => string;
  /** Creates a missing folder; mkdir with mode 0700 by default. */
  readonly makeFolder?: ((folder: string) => void) | undefined;
}

export interface Restored extends About {
  readonly files: number;
  readonly checked: Checked;
}

/**
 * Restores a backup, the database last, so that no server starts on a partial folder. Rejects with
 * DataFolderError and file system errors; then the folder is empty again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const folder = resolve(options.folder);
  const about = await readAbout(options.file);
  (options.makeFolder ?? makeFolder)(folder);
  await checkEmpty(folder);
  const files = await unpackAlone(folder, options);
  return { ...about, files, checked: await checkFolder({ folder }) };
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

async function unpackAlone(folder: string, { file, now }: RestoreOptions): Promise<number> {
  const lock = lockFolder(folder, now());
  try {
    return await unpackInto(folder, file);
  } catch (error) {
    for (const name of await contentOf(folder)) await rm(join(folder, name), { recursive: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** Leaves out locks, and lost+found of a new disk. */
async function contentOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name !== "lost+found" && !name.startsWith("catalog.lock"));
}

async function checkEmpty(folder: string): Promise<void> {
  const [first] = await contentOf(folder);
  if (first === undefined) return;
  throw new DataFolderError(
    "restore",
    `${folder} is not empty: it holds ${first}`,
    "Name a folder that is empty or not there; nothing was changed.",
  );
}

const DATABASE = "catalog.db";

async function unpackInto(folder: string, file: string): Promise<number> {
  const staging = join(folder, "staging");
  await mkdir(staging, { mode: 0o700 });
  const fresh = await mkdtemp(join(staging, "restore-"));
  const paths: string[] = [];
  const odd: string[] = [];
  await extract({
    file,
    cwd: fresh,
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      const { type } = entry as ReadEntry;
      if (path === ABOUT || path === SEAL) return false;
      if (type === "Directory") return true;
      const isFile = type === "File" || type === "OldFile";
      (isFile ? paths : odd).push(path);
      return isFile;
    },
  });
  if (odd[0] !== undefined)
    throw new DataFolderError("restore", `${file} holds ${odd[0]}, which is no file`);
  if (!paths.includes(DATABASE))
    throw new DataFolderError("restore", `${file} contains no catalog`, "Use another backup.");
  await syncAll(fresh, paths);
  const names = (await readdir(fresh)).filter((name) => name !== DATABASE && name !== "staging");
  for (const name of names) await rename(join(fresh, name), join(folder, name));
  await bringStaged(join(fresh, "staging"), staging);
  await syncAll(folder, ["."]);
  await rename(join(fresh, DATABASE), join(folder, DATABASE));
  await syncAll(folder, ["."]);
  await rm(fresh, { recursive: true });
  return paths.length;
}

/** Restores an interrupted change, which the next start rolls back. */
async function bringStaged(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  for (const name of names) await rename(join(from, name), join(to, name));
}

async function syncAll(folder: string, paths: readonly string[]): Promise<void> {
  await each(paths, (path) => syncPath(join(folder, path)), limits.syncsAtOnce);
}
