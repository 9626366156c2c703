/**
 * Making way for a folder: what is at its place is distinguished by who wrote it. Only what this
 * server wrote for the very same store is moved aside; anything else is in the way.
 */
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { CatalogError } from "../catalog/errors.ts";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, makeFolders, unless, type Disk } from "./disk.ts";
import { contentOf, readOwnership } from "./ownership.ts";

/** A folder that is to be at a place, and where what is there now goes. */
export interface Target {
  readonly folder: string;
  readonly place: MosaicPlace;
  readonly aside: string;
}

/** Clears the place and makes its parents. Refuses with folder-occupied. */
export async function makeWay(disk: Disk, { folder, place, aside }: Target): Promise<void> {
  const found = await unless(ABSENT, () => lstat(folder));
  if (found === undefined) {
    await makeFolders(disk, dirname(folder));
    return;
  }
  const content = found.isDirectory() ? await contentOf(folder) : undefined;
  if (content === undefined) throw occupied(place, "is no folder");
  const ownership = await readOwnership(folder);
  if (ownership === undefined) {
    const removed = unless(["ENOTEMPTY", "EEXIST"], async () => {
      await disk.removeFolder(folder);
      return true;
    });
    if (await removed) return;
  }
  const isOwn = ownership !== undefined && isSamePlace(ownership.place, place);
  if (!isOwn || content.files.some((path) => !ownership.files.has(path))) {
    throw occupied(place, "holds files that this server did not write for this store");
  }
  await disk.rename(folder, aside);
  await disk.sync(dirname(folder));
}

/** A refusal about the folder of a store. */
export function occupied({ workspace, store }: MosaicPlace, problem: string): CatalogError {
  const hint = "move them, or give the store another name";
  const message = `The folder data/${workspace}/${store} ${problem}; ${hint}`;
  return new CatalogError("folder-occupied", message);
}
