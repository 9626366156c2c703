/** Clears the place of a folder, moving aside only what this server wrote for the same store. */
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { CatalogError } from "../catalog/errors.ts";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, makeFolders, unless, type Disk } from "./disk.ts";
import { contentOf, readOwnership } from "./ownership.ts";

/** The wanted folder, and where to move the existing one. */
export interface Target {
  readonly folder: string;
  readonly place: MosaicPlace;
  readonly aside: string;
}

/** Throws folder-occupied. */
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

export function occupied({ workspace, store }: MosaicPlace, problem: string): CatalogError {
  const hint = "move them, or give the store another name";
  const message = `The folder data/${workspace}/${store} ${problem}; ${hint}`;
  return new CatalogError("folder-occupied", message);
}
