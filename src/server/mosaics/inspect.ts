/** Compares the files of stores with their ownership files and indexes. */
import { lstat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import type { CheckFinding } from "../catalog/check-finding.ts";
import { isSamePlace, type MosaicPlace } from "../catalog/mosaic.ts";
import { ABSENT, unless } from "./disk.ts";
import { markOf } from "./file-mark.ts";
import { openChanges } from "./journal.ts";
import { readOwnership, type FileMark } from "./ownership.ts";
import { placeFolder, stagingFolderIn } from "./places.ts";
import { storeFolders } from "./store-files.ts";

export interface KeptFolder {
  readonly home: MosaicPlace;
  /** The mosaic's folder inside; empty if it is the same. */
  readonly sub: string;
  /** Granule paths, relative to the mosaic or absolute. */
  readonly locations: Iterable<string>;
}

export interface InspectedFiles {
  readonly count: number;
  readonly findings: readonly CheckFinding[];
}

/** Inspects the uploaded files and granules of a mosaic. */
export async function inspectFolder(
  dataFolder: string,
  { home, sub, locations }: KeptFolder,
): Promise<InspectedFiles> {
  const folder = placeFolder(dataFolder, home);
  const ownership = await readOwnership(folder);
  const where = relative(dataFolder, folder);
  const findings: CheckFinding[] = [];
  if (ownership === undefined) {
    const isThere = await isThereAt(folder);
    const message = isThere ? "There is no record of what was sent" : "It is missing";
    findings.push({ code: "folder-missing", where, message });
  } else if (!isSamePlace(ownership.place, home)) {
    const { workspace, store } = ownership.place;
    const message = `It says that it is of ${workspace}:${store}`;
    findings.push({ code: "folder-of-another", where, message });
  }
  const files = ownership?.files ?? new Map<string, undefined>();
  for (const [path, mark] of files) {
    const found = await inspectFile(join(folder, path), mark);
    if (found !== undefined) findings.push({ ...found, where: `${where}/${path}` });
  }
  const reported = new Set(findings.map((finding) => finding.where));
  for (const finding of await inspectLocations(join(folder, sub), locations)) {
    const path = relative(dataFolder, finding.where);
    if (!reported.has(path)) findings.push({ ...finding, where: path });
  }
  return { count: files.size, findings };
}

/** Returns undefined if an uploaded file is unchanged. */
async function inspectFile(
  file: string,
  mark: FileMark | undefined,
): Promise<Pick<CheckFinding, "code" | "message"> | undefined> {
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

/** Finds missing granules; each `where` is an absolute path. */
export async function inspectLocations(
  root: string,
  locations: Iterable<string>,
): Promise<readonly CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const location of locations) {
    const where = isAbsolute(location) ? location : join(root, location);
    if (!(await isThereAt(where)))
      findings.push({
        code: "granule-missing",
        where,
        message: "It is in the index and not on the disk",
      });
  }
  return findings;
}

/** Finds folders that this server made for stores that are neither known nor released. */
export async function findUnknown(
  dataFolder: string,
  known: Iterable<MosaicPlace>,
): Promise<readonly CheckFinding[]> {
  const kept = new Set([...known].map((place) => placeFolder(dataFolder, place)));
  const findings: CheckFinding[] = [];
  for (const folder of await storeFolders(dataFolder)) {
    const ownership = kept.has(folder) ? undefined : await readOwnership(folder);
    if (ownership === undefined || ownership.released) continue;
    const where = relative(dataFolder, folder);
    findings.push({ code: "folder-unknown", where, message: "The catalog knows no store of it" });
  }
  return findings;
}

/** Finds changes interrupted by a crash. */
export async function findUnfinished(dataFolder: string): Promise<readonly CheckFinding[]> {
  const open = await openChanges(stagingFolderIn(dataFolder));
  return open.map(({ id, change: { place } }) => ({
    code: "change-unfinished",
    where: join("staging", id),
    message: `A change of the files of ${place.workspace}:${place.store} was interrupted`,
  }));
}

async function isThereAt(path: string): Promise<boolean> {
  return (await unless(ABSENT, () => lstat(path))) !== undefined;
}
