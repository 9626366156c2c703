/** Removes and releases existing store folders. */
import { sideFilesOf } from "../../model/mosaic/side-files.ts";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RemovedFiles } from "../catalog/mosaic-files.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";
import type { StagedParts } from "./staged-parts.ts";
import { contentOf, readOwnership, removeOwnership, writeOwnership } from "./ownership.ts";
import { isRelativePath, storesFolder } from "./places.ts";

export interface StoreFolders {
  readonly disk: Disk;
  readonly dataFolder: string;
  readonly stage: () => Promise<StagedParts>;
  /** The current state of the catalog, if known. */
  readonly state: () => Promise<CatalogState | undefined>;
}

/** Removes owned files, and the folder if nothing else is in it. */
export async function removeOwn({ disk, stage }: StoreFolders, folder: string): Promise<void> {
  const ownership = await readOwnership(folder);
  const content = await contentOf(folder);
  if (ownership === undefined || content === undefined) return;
  const isOwn = (path: string) => ownership.files.has(path);
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

/** Removes owned granule files and their side files, or only the side files. */
export async function removeOwnFiles(
  { disk, state }: Pick<StoreFolders, "disk" | "state">,
  job: {
    readonly folder: string;
    readonly what: RemovedFiles;
    readonly files: readonly string[];
  },
): Promise<void> {
  const { folder, what, files: paths } = job;
  const ownership = await readOwnership(folder);
  if (ownership === undefined) return;
  const asked = [...new Set(paths)].filter((path) => isRelativePath(path));
  const sides = sideFilesOf(asked, new Set(ownership.files.keys()));
  const granules = asked.filter((path) => ownership.files.has(path));
  const own = what === "side-files" ? sides : [...granules, ...sides];
  for (const path of own) {
    if (await hasPlainParents(folder, path)) {
      await unless(ABSENT, () => disk.removeFile(join(folder, path)));
    }
  }
  if (own.length === 0) return;
  const gone = new Set(own);
  const files = new Map([...ownership.files].filter(([path]) => !gone.has(path)));
  const after = (await state()) ?? ownership.state;
  await writeOwnership(disk, folder, { ...ownership, files, state: after });
}

/** Whether no parent folder of the file has become a link. */
async function hasPlainParents(folder: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const found = await unless(ABSENT, () => lstat(join(folder, parent)));
    if (found === undefined || !found.isDirectory()) return false;
  }
  return true;
}

/** Marks a folder so that no start removes it. */
export async function releaseFolder(disk: Disk, folder: string): Promise<void> {
  const ownership = await readOwnership(folder);
  if (ownership !== undefined) await writeOwnership(disk, folder, { ...ownership, released: true });
}

/** Lists store folders, whether in use or not. */
export async function storeFolders(dataFolder: string): Promise<readonly string[]> {
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
