/**
 * Holding on to files as they are now: each gets a second name, so that what takes its place later
 * leaves it alone. Files of stores are replaced and never written into.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import { openChanges } from "./journal.ts";
import { OWNERSHIP, readOwnership } from "./ownership.ts";
import { placeFolder, stagingFolderIn } from "./places.ts";
import { storeFolders } from "./store-files.ts";

/** Files that were held on to. */
export interface LinkedFiles {
  /** Relative to the data folder and to the folder with the links, with `/`. */
  readonly paths: readonly string[];
  /** Folders of stores that are of no use to anybody, relative to the data folder. */
  readonly left: readonly string[];
  /** Files that were written down and are not there. */
  readonly missing: number;
}

/**
 * Links what this server wrote for stores into a folder, under the same paths: for those that are
 * known, or for all where nobody said which are; then with what changes that were cut off have left.
 */
export async function linkOwned(
  dataFolder: string,
  into: string,
  known: readonly MosaicPlace[] | undefined,
): Promise<LinkedFiles> {
  const kept = known && new Set(known.map((place) => placeFolder(dataFolder, place)));
  const links: Links = { dataFolder, into, paths: [], missing: 0 };
  const left: string[] = [];
  for (const folder of await storeFolders(dataFolder)) {
    const ownership = await readOwnership(folder);
    if (ownership === undefined || ownership.released) continue;
    if (kept?.has(folder) === false) {
      left.push(relative(dataFolder, folder).split(sep).join("/"));
      continue;
    }
    // It is added to in place, so that a second name would show what comes later.
    take(links, join(folder, OWNERSHIP), copyFile);
    for (const path of ownership.files.keys()) take(links, join(folder, path), linkOrCopy);
  }
  if (known === undefined)
    for (const { staged } of await openChanges(stagingFolderIn(dataFolder)))
      for (const path of filesIn(staged.whole)) take(links, path, copyFile);
  return { paths: links.paths, left, missing: links.missing };
}

interface Links {
  readonly dataFolder: string;
  readonly into: string;
  readonly paths: string[];
  missing: number;
}

function take(links: Links, file: string, keep: (from: string, to: string) => void): void {
  const found: Stats | undefined = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) {
    links.missing++;
    return;
  }
  const path = relative(links.dataFolder, file);
  const to = join(links.into, path);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  keep(file, to);
  links.paths.push(path.split(sep).join("/"));
}

/** Codes of disks that know no second names, or not this one. */
const UNLINKABLE: readonly string[] = ["EPERM", "EXDEV", "EMLINK", "ENOTSUP", "ENOSYS"];

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!UNLINKABLE.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    copyFile(from, to);
  }
}

function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
