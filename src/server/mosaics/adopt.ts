/**
 * Staged files become a store's: as a whole folder, or file by file over those that are there.
 * Whatever happens in between, all of them are there afterwards or none.
 */
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, makeFolders, unless, type Disk } from "./disk.ts";
import { beginChange, endChange, rollBack, type Change, type StagedParts } from "./journal.ts";
import {
  addOwned,
  contentOf,
  isOwnershipFile,
  readOwnership,
  writeOwnership,
} from "./ownership.ts";
import { makeWay, occupied } from "./target.ts";

/** Staged files and the store that they are for. */
export interface Adoption {
  readonly disk: Disk;
  readonly staged: StagedParts;
  readonly place: MosaicPlace;
  /** The folder of the store. */
  readonly folder: string;
  /** Whether a crash before `done` undoes the change, unless the catalog knows of it. */
  readonly untilDone: boolean;
}

/** A change that was made and may still be undone. */
export interface Adopted {
  readonly done: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

/**
 * Moves a staged folder to where no store is. The staged folder has to stay as long as that may be
 * undone. Refuses with folder-occupied.
 */
export async function createFiles(adoption: Adoption): Promise<Adopted> {
  const { disk, staged, place, folder } = adoption;
  const paths = await stagedPaths(adoption);
  await writeOwnership(disk, staged.files, { place, released: false, paths: new Set(paths) });
  return changing(adoption, { action: "create", place }, async () => {
    await makeWay(disk, { folder, place, aside: staged.aside });
    await disk.rename(staged.files, folder);
    await disk.sync(dirname(folder));
  });
}

/** As `createFiles`, into a folder that is there; files of the same path are replaced. */
export async function mergeFiles(adoption: Adoption): Promise<Adopted> {
  const { disk, staged, place, folder } = adoption;
  if ((await unless(ABSENT, () => lstat(folder))) === undefined) return createFiles(adoption);
  if (!(await lstat(folder)).isDirectory()) throw occupied(place, "is no folder");
  const files = await stagedPaths(adoption);
  const made = await checkMerge(adoption, files);
  await claim(adoption, files);
  return changing(adoption, { action: "merge", place, files, made }, async () => {
    for (const path of made) await disk.makeFolder(join(folder, path));
    const folders = new Set(files.map((path) => dirname(path)));
    for (const path of folders) await makeFolders(disk, join(staged.aside, path));
    for (const path of files) {
      await unless(ABSENT, () => disk.link(join(folder, path), join(staged.aside, path)));
    }
    for (const path of folders) await disk.sync(join(staged.aside, path));
    for (const path of files) await disk.rename(join(staged.files, path), join(folder, path));
    for (const path of made) await disk.sync(join(folder, dirname(path)));
    for (const path of folders) await disk.sync(join(folder, path));
  });
}

/** Does a change with its journal. What fails is undone and thrown. */
async function changing(
  { disk, staged, folder, untilDone }: Adoption,
  change: Change,
  work: () => Promise<void>,
): Promise<Adopted> {
  const putBack = async () => {
    await rollBack(disk, { staged, folder }, change);
    await endChange(disk, staged);
  };
  await beginChange(disk, staged, change);
  try {
    await work();
  } catch (error) {
    await putBack();
    throw error;
  }
  if (!untilDone) await endChange(disk, staged);
  return {
    undo: async () => {
      if (!untilDone) await beginChange(disk, staged, change);
      await putBack();
    },
    done: async () => {
      if (untilDone) await endChange(disk, staged);
    },
  };
}

/** The paths to adopt. What an upload says of ownership is no file of a mosaic, and goes. */
async function stagedPaths({ disk, staged }: Adoption): Promise<readonly string[]> {
  for (const name of await readdir(staged.files)) {
    if (isOwnershipFile(name)) await disk.removeAll(join(staged.files, name));
  }
  return (await contentOf(staged.files))?.files ?? [];
}

/** Gives the folders that have to be made. Refuses when something else is where one has to be. */
async function checkMerge(
  { place, folder }: Adoption,
  files: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  const known = new Set<string>(["."]);
  for (const path of files) {
    for (const parent of parentsOf(path)) {
      if (known.has(parent)) continue;
      known.add(parent);
      const found = await unless(ABSENT, () => lstat(join(folder, parent)));
      if (found === undefined) made.push(parent);
      else if (!found.isDirectory()) throw occupied(place, `holds ${parent}, which is no folder`);
    }
    const found = await unless(ABSENT, () => lstat(join(folder, path)));
    if (found !== undefined && !found.isFile()) {
      throw occupied(place, `holds ${path}, which is no file`);
    }
  }
  return made;
}

/** Outermost first. */
function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === "." ? [] : [...parentsOf(parent), parent];
}

/** Writes down whose folder it is and what will be in it, before it is. */
async function claim({ disk, place, folder }: Adoption, files: readonly string[]): Promise<void> {
  const found = await readOwnership(folder);
  if (found !== undefined && isSamePlace(found.place, place) && !found.released) {
    const fresh = files.filter((path) => !found.paths.has(path));
    await addOwned(disk, folder, fresh);
    return;
  }
  if (found !== undefined && !isSamePlace(found.place, place)) {
    throw occupied(place, "is the one of another store");
  }
  const paths = new Set([...(found?.paths ?? []), ...files]);
  await writeOwnership(disk, folder, { place, released: false, paths });
}
