/** The folders of stores after they were made: removed, renamed, let be, tidied at the start. */
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StorePlace } from "../catalog/mosaic-files.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";
import type { StagedParts } from "./journal.ts";
import {
  contentOf,
  isSamePlace,
  readOwnership,
  removeOwnership,
  writeOwnership,
  type Ownership,
} from "./ownership.ts";
import { isRelativePath, placeFolder, storesFolder } from "./places.ts";
import { makeWay } from "./target.ts";

/** Where folders of stores are, and where what goes is put first. */
export interface StoreFolders {
  readonly disk: Disk;
  readonly dataFolder: string;
  /** A new staging folder. */
  readonly stage: () => Promise<StagedParts>;
}

/** Removes what this server wrote in a folder, and the folder when nothing else is in it. */
export async function removeOwn({ disk, stage }: StoreFolders, folder: string): Promise<void> {
  const ownership = await readOwnership(folder);
  const content = await contentOf(folder);
  if (ownership === undefined || content === undefined) return;
  const isOwn = (path: string) => ownership.paths.has(path);
  if (content.files.every(isOwn)) {
    const { whole, aside } = await stage();
    await disk.rename(folder, aside);
    await disk.sync(dirname(folder));
    await disk.removeAll(whole);
    return;
  }
  for (const path of content.files.filter(isOwn)) await disk.removeFile(join(folder, path));
  for (const path of content.folders) await unless(["ENOTEMPTY"], () => disk.removeFolder(path));
  await removeOwnership(disk, folder);
}

/** Removes some files of a folder that this server wrote; gives their paths. */
export async function removeOwnFiles(
  disk: Disk,
  folder: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const ownership = await readOwnership(folder);
  if (ownership === undefined) return [];
  const own = [...new Set(paths)].filter(
    (path) => isRelativePath(path) && ownership.paths.has(path),
  );
  for (const path of own) {
    if (await hasPlainParents(folder, path)) {
      await unless(ABSENT, () => disk.removeFile(join(folder, path)));
    }
  }
  const gone = new Set(own);
  const left = [...ownership.paths].filter((path) => !gone.has(path));
  if (own.length > 0) await writeOwnership(disk, folder, { ...ownership, paths: new Set(left) });
  return own;
}

/** Whether no folder on the way to a file is a link by now. */
async function hasPlainParents(folder: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const found = await unless(ABSENT, () => lstat(join(folder, parent)));
    if (found === undefined || !found.isDirectory()) return false;
  }
  return true;
}

/** Lets a folder be: no start removes it any more. */
export async function releaseFolder(disk: Disk, folder: string): Promise<void> {
  const ownership = await readOwnership(folder);
  if (ownership !== undefined) await writeOwnership(disk, folder, { ...ownership, released: true });
}

/** A folder that goes from one store to another. */
export interface Rename {
  readonly from: StorePlace;
  readonly to: StorePlace;
  readonly staged: StagedParts;
}

/**
 * Moves a folder; gives what undoes it and what ends it, or undefined when this server wrote no
 * files for the store. Refuses with folder-occupied.
 */
export async function renameFolder(
  { disk, dataFolder }: StoreFolders,
  { from, to, staged }: Rename,
): Promise<{ undo: () => Promise<void>; done: () => Promise<void> } | undefined> {
  const [source, folder] = [placeFolder(dataFolder, from), placeFolder(dataFolder, to)];
  const ownership = await readOwnership(source);
  if (ownership === undefined || source === folder) return undefined;
  const isMoved = async () => (await unless(ABSENT, () => lstat(source))) === undefined;
  const undo = async () => {
    if (await isMoved()) await move(disk, folder, source);
    await writeOwnership(disk, source, ownership);
    await unless(ABSENT, () => disk.rename(staged.aside, folder));
  };
  await makeWay(disk, { folder, place: to, aside: staged.aside });
  try {
    // The start that follows a crash finds by `was` which name the catalog still knows.
    await writeOwnership(disk, source, { ...ownership, place: to, was: from });
    await move(disk, source, folder);
  } catch (error) {
    await undo();
    throw error;
  }
  const done = () => writeOwnership(disk, folder, { ...ownership, place: to, was: undefined });
  return { done, undo };
}

async function move(disk: Disk, from: string, to: string): Promise<void> {
  await disk.rename(from, to);
  await disk.sync(dirname(to));
  await disk.sync(dirname(from));
}

/** Makes the folders what the catalog knows; see the port. */
export async function tidyFolders(
  folders: StoreFolders,
  known: Iterable<StorePlace>,
): Promise<void> {
  const { dataFolder } = folders;
  const places = new Map([...known].map((place) => [placeFolder(dataFolder, place), place]));
  for (const folder of await foldersBelow(dataFolder)) {
    const ownership = await readOwnership(folder);
    if (ownership !== undefined) await tidyFolder(folders, { folder, ownership, places });
  }
}

interface Tidied {
  readonly folder: string;
  readonly ownership: Ownership;
  readonly places: ReadonlyMap<string, StorePlace>;
}

async function tidyFolder(folders: StoreFolders, tidied: Tidied): Promise<void> {
  const { disk, dataFolder } = folders;
  const { folder, ownership, places } = tidied;
  const here = places.get(folder);
  if (here !== undefined) {
    const isSettled = ownership.was === undefined && isSamePlace(ownership.place, here);
    if (!isSettled) await settle(disk, folder, { ...ownership, place: here });
    return;
  }
  const before = ownership.was && placeFolder(dataFolder, ownership.was);
  const place = before === undefined ? undefined : places.get(before);
  const isFree = before !== undefined && (await readOwnership(before)) === undefined;
  if (before !== undefined && place !== undefined && isFree) {
    const { whole, aside } = await folders.stage();
    await makeWay(disk, { folder: before, place, aside });
    await move(disk, folder, before);
    await settle(disk, before, { ...ownership, place });
    await disk.removeAll(whole);
  } else if (!ownership.released) {
    await removeOwn(folders, folder);
  }
}

function settle(disk: Disk, folder: string, ownership: Ownership): Promise<void> {
  return writeOwnership(disk, folder, { ...ownership, was: undefined });
}

async function foldersBelow(dataFolder: string): Promise<readonly string[]> {
  const top = storesFolder(dataFolder);
  const within = async (folder: string) => {
    const found = await unless(ABSENT, () => readdir(folder, { withFileTypes: true }));
    return (found ?? [])
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  };
  const stores = await Promise.all((await within(top)).map(within));
  return stores.flat();
}
