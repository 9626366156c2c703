/** Preserves files by hard links, which work because store files are replaced, never modified. */
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

/** The result of linking. */
export interface LinkedFiles {
  /** Relative to the data folder and the target folder, with `/`. */
  readonly paths: readonly string[];
  /** Unused store folders, relative to the data folder. */
  readonly left: readonly string[];
  readonly missing: number;
}

/**
 * Links the files that this server wrote for `known` stores into a folder, under the same paths. If
 * `known` is undefined, includes all stores and files of interrupted changes.
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
    // Ownership files are appended to in place, so a link would show later content.
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

/** Codes of disks that cannot create the link. */
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
