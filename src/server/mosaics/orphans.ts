/**
 * Sets aside folders of unknown stores at the start, in `.orphans/{date}/` of the data folder. Only
 * the operator deletes them, since the catalog may be wrong.
 */
import { lstat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { SetAside } from "../catalog/mosaic-files.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, makeFolders, unless, type Disk } from "./disk.ts";
import {
  contentOf,
  readOwnership,
  removeOwnership,
  writeOwnership,
  type Ownership,
} from "./ownership.ts";
import { placeFolder, storesFolder } from "./places.ts";
import { storeFolders } from "./store-files.ts";

/** Returns the folder for files that were set aside. */
export function orphansFolder(dataFolder: string): string {
  return join(dataFolder, ".orphans");
}

export interface AsideJob {
  readonly dataFolder: string;
  /** ISO 8601. */
  readonly date: string;
  /** Folders of stores according to the current catalog. */
  readonly known: () => Promise<Iterable<MosaicPlace>>;
  /** Runs work with the lock of a folder; skips it if the folder is locked. */
  readonly alone: (folder: string, work: () => Promise<void>) => Promise<void>;
}

/** Sets aside owned files of stores that are not released; the operator's files stay. */
export async function setAsideUnknown(disk: Disk, job: AsideJob): Promise<readonly SetAside[]> {
  const { dataFolder, alone } = job;
  const known = async () =>
    new Set([...(await job.known())].map((place) => placeFolder(dataFolder, place)));
  const before = await known();
  const done: SetAside[] = [];
  for (const folder of await storeFolders(dataFolder)) {
    if (before.has(folder)) continue;
    await alone(folder, async () => {
      const ownership = await readOwnership(folder);
      if (ownership === undefined || ownership.released || (await known()).has(folder)) return;
      const below = relative(storesFolder(dataFolder), folder);
      const to = await freeFolder(join(orphansFolder(dataFolder), job.date, below));
      await moveOwn(disk, { folder, to, ownership });
      done.push({ from: relative(dataFolder, folder), to: relative(dataFolder, to) });
    });
  }
  return done;
}

async function freeFolder(folder: string): Promise<string> {
  let free = folder;
  for (let number = 2; await isThere(free); number++) free = `${folder}~${number}`;
  return free;
}

async function isThere(path: string): Promise<boolean> {
  return (await unless(ABSENT, () => lstat(path))) !== undefined;
}

/** Moves the whole folder if it has only owned files. */
async function moveOwn(
  disk: Disk,
  job: { readonly folder: string; readonly to: string; readonly ownership: Ownership },
): Promise<void> {
  const { folder, to, ownership } = job;
  const content = await contentOf(folder);
  if (content === undefined) return;
  const own = content.files.filter((path) => ownership.files.has(path));
  if (own.length === content.files.length) {
    await makeFolders(disk, dirname(to));
    await disk.rename(folder, to);
    await disk.sync(dirname(to));
    await disk.sync(dirname(folder));
    return;
  }
  await makeFolders(disk, to);
  // Written first, so that the owner is known after a crash.
  await writeOwnership(disk, to, ownership);
  const folders = new Set(own.map((path) => dirname(path)));
  for (const path of folders) await makeFolders(disk, join(to, path));
  for (const path of own) await disk.rename(join(folder, path), join(to, path));
  for (const path of folders) await disk.sync(join(to, path));
  for (const path of content.folders) await unless(["ENOTEMPTY"], () => disk.removeFolder(path));
  await removeOwnership(disk, folder);
}
