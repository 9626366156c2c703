/** The folders of stores after they were made: removed, let be, set aside at the start. */
import { sideFilesOf } from "../../model/mosaic/side-files.ts";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RemovedFiles } from "../catalog/mosaic-files.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";
import type { StagedParts } from "./staged-parts.ts";
import { contentOf, readOwnership, removeOwnership, writeOwnership } from "./ownership.ts";
import { isRelativePath, storesFolder } from "./places.ts";

/** Where folders of stores are, and where what goes is put first. */
export interface StoreFolders {
  readonly disk: Disk;
  readonly dataFolder: string;
  /** A new staging folder. */
  readonly stage: () => Promise<StagedParts>;
  /** The catalog that the files are of, as it is now; undefined where none is known. */
  readonly state: () => Promise<CatalogState | undefined>;
}

/** Removes what this server wrote in a folder, and the folder when nothing else is in it. */
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

/** Removes files of granules that this server wrote, and what lies beside them; or that only. */
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

/** Folders of stores below a data folder, whether they are in use or not. */
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
