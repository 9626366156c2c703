/** The files of stores on the disk, held against what was written down of them. */
import { lstat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import type { Fault } from "../catalog/fault.ts";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, unless } from "./disk.ts";
import { markOf } from "./file-mark.ts";
import { openChanges } from "./journal.ts";
import { readOwnership, type FileMark } from "./ownership.ts";
import { placeFolder } from "./places.ts";
import { storeFolders } from "./store-files.ts";

/** A folder that the server keeps, and what the indexes of its mosaic say is in it. */
export interface KeptFolder {
  readonly home: MosaicPlace;
  /** Folder of the mosaic inside of that folder; empty for that one. */
  readonly sub: string;
  /** Where granules are: relative to the mosaic, or absolute. */
  readonly locations: Iterable<string>;
}

/** What was looked at, and what of it is wrong. */
export interface InspectedFiles {
  readonly count: number;
  readonly faults: readonly Fault[];
}

/** Looks through the folder of one mosaic: every file that was sent, and every granule. */
export async function inspectFolder(
  dataFolder: string,
  { home, sub, locations }: KeptFolder,
): Promise<InspectedFiles> {
  const folder = placeFolder(dataFolder, home);
  const ownership = await readOwnership(folder);
  const where = relative(dataFolder, folder);
  const faults: Fault[] = [];
  if (ownership === undefined) {
    const isThere = await isThereAt(folder);
    const message = isThere ? "What was sent is not written down" : "It is missing";
    faults.push({ code: "folder-missing", where, message });
  } else if (!isSamePlace(ownership.place, home)) {
    const { workspace, store } = ownership.place;
    const message = `It says that it is of ${workspace}:${store}`;
    faults.push({ code: "folder-of-another", where, message });
  }
  const files = ownership?.files ?? new Map<string, undefined>();
  for (const [path, mark] of files) {
    const found = await inspectFile(join(folder, path), mark);
    if (found !== undefined) faults.push({ ...found, where: `${where}/${path}` });
  }
  const told = new Set(faults.map((fault) => fault.where));
  for (const fault of await inspectLocations(join(folder, sub), locations)) {
    const path = relative(dataFolder, fault.where);
    if (!told.has(path)) faults.push({ ...fault, where: path });
  }
  return { count: files.size, faults };
}

/** What is wrong with a file that was sent; undefined when it is what it was. */
async function inspectFile(
  file: string,
  mark: FileMark | undefined,
): Promise<Pick<Fault, "code" | "message"> | undefined> {
  const found = await unless(ABSENT, () => lstat(file));
  if (found === undefined || !found.isFile())
    return { code: "file-missing", message: "It was sent and is not there" };
  if (mark === undefined) return undefined;
  if (found.size !== mark.bytes) {
    const message = `It has ${found.size} bytes, and ${mark.bytes} were sent`;
    return { code: "file-damaged", message };
  }
  if ((await markOf(file)).digest === mark.digest) return undefined;
  return { code: "file-damaged", message: `Its content is not what was sent, ${mark.digest}` };
}

/** Looks for granules below a folder; where each fault is, is an absolute path. */
export async function inspectLocations(
  root: string,
  locations: Iterable<string>,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const location of locations) {
    const where = isAbsolute(location) ? location : join(root, location);
    if (!(await isThereAt(where)))
      faults.push({
        code: "granule-missing",
        where,
        message: "It is in the index and not on the disk",
      });
  }
  return faults;
}

/** Folders that this server made for stores that are not known and were not released. */
export async function findUnknown(
  dataFolder: string,
  known: Iterable<MosaicPlace>,
): Promise<readonly Fault[]> {
  const kept = new Set([...known].map((place) => placeFolder(dataFolder, place)));
  const faults: Fault[] = [];
  for (const folder of await storeFolders(dataFolder)) {
    const ownership = kept.has(folder) ? undefined : await readOwnership(folder);
    if (ownership === undefined || ownership.released) continue;
    const where = relative(dataFolder, folder);
    faults.push({ code: "folder-unknown", where, message: "The catalog knows no store of it" });
  }
  return faults;
}

/** Changes that a crash cut off, and the folders that they are of. */
export async function findUnfinished(dataFolder: string): Promise<readonly Fault[]> {
  const open = await openChanges(dataFolder);
  return open.map(({ id, change: { place } }) => ({
    code: "change-unfinished",
    where: join("staging", id),
    message: `A change of the files of ${place.workspace}:${place.store} was cut off`,
  }));
}

async function isThereAt(path: string): Promise<boolean> {
  return (await unless(ABSENT, () => lstat(path))) !== undefined;
}
