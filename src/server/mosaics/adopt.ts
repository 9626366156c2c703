/** Moves staged files to a store, as a folder or file by file: all or none, even after a crash. */
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ownership as limits } from "../../model/limits.ts";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, makeFolders, unless, type Disk } from "./disk.ts";
import { beginChange, endChange, rollBack, type Change } from "./journal.ts";
import type { StagedParts } from "./staged-parts.ts";
import {
  addOwned,
  contentOf,
  isOwnershipFile,
  OWNERSHIP,
  ownershipBytes,
  readOwnership,
  writeOwnership,
  type OwnedFiles,
} from "./ownership.ts";
import { makeWay, occupied } from "./target.ts";

export interface Adoption {
  readonly disk: Disk;
  readonly staged: StagedParts;
  readonly place: MosaicPlace;
  readonly folder: string;
  /** The catalog's state once it has recorded the files. */
  readonly state: CatalogState | undefined;
}

/** A crash undoes it, unless the catalog has recorded it. */
export interface Adopted {
  readonly done: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

/** The staging folder must exist until `done` or `undo`. Throws folder-occupied. */
export async function createFiles(adoption: Adoption): Promise<Adopted> {
  const { disk, staged, place, folder, state } = adoption;
  const files = await stagedFiles(adoption);
  await writeOwnership(disk, staged.files, { place, released: false, files, state });
  return changing(adoption, { action: "create", place }, async () => {
    await makeWay(disk, { folder, place, aside: staged.aside });
    await disk.rename(staged.files, folder);
    await disk.sync(dirname(folder));
  });
}

/** Like `createFiles`, but replaces existing files. */
export async function mergeFiles(adoption: Adoption): Promise<Adopted> {
  const { disk, staged, place, folder, state } = adoption;
  if ((await unless(ABSENT, () => lstat(folder))) === undefined) return createFiles(adoption);
  if (!(await lstat(folder)).isDirectory()) throw occupied(place, "is no folder");
  const fresh = await stagedFiles(adoption);
  const made = await checkMerge(adoption, [...fresh.keys()]);
  const owned = await claim(adoption, fresh);
  // A rewritten ownership file is moved like the others; an appended one is truncated on undo.
  const files = owned === undefined ? [OWNERSHIP, ...fresh.keys()] : [...fresh.keys()];
  return changing(adoption, { action: "merge", place, files, made, owned }, async () => {
    if (owned !== undefined) await addOwned(disk, folder, { files: fresh, state });
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

async function changing(
  { disk, staged, folder }: Adoption,
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
  return { undo: putBack, done: () => endChange(disk, staged) };
}

/** Ownership files in an upload are not part of the mosaic and are removed. */
async function stagedFiles({ disk, staged }: Adoption): Promise<OwnedFiles> {
  for (const name of await readdir(staged.files)) {
    if (isOwnershipFile(name)) await disk.removeAll(join(staged.files, name));
  }
  const paths = (await contentOf(staged.files))?.files ?? [];
  return new Map(paths.map((path) => [path, staged.marks.get(path)]));
}

/** Returns folders to create. Throws if something else is there. */
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

/** Returns the ownership's size if it will be appended to, else writes a staged one. */
async function claim(
  { disk, staged, place, folder, state }: Adoption,
  fresh: OwnedFiles,
): Promise<number | undefined> {
  const found = await readOwnership(folder);
  if (found !== undefined && !isSamePlace(found.place, place)) {
    throw occupied(place, "is the one of another store");
  }
  const bytes = await ownershipBytes(folder);
  const longest = limits.leastBytes + limits.growth * (found?.files.size ?? 0);
  if (found?.released === false && bytes !== undefined && bytes <= longest) return bytes;
  const files = new Map([...(found?.files ?? []), ...fresh]);
  await writeOwnership(disk, staged.files, { place, released: false, files, state });
  return undefined;
}
