/**
 * Journal of changes to store folders. A change is written to the staging folder before it starts,
 * and removed when it is complete. After a crash, the next start rolls back what it finds. Rollback
 * inspects the disk, so it can be interrupted and repeated.
 */
import { lstat, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import type { RemovedFiles } from "../catalog/mosaic-files.ts";
import { ABSENT, realDisk, unless, type Disk } from "./disk.ts";
import { OWNERSHIP, parseJson, placeOf } from "./ownership.ts";
import { placeFolder, stagingFolderIn } from "./places.ts";
import { partsOf, type StagedParts } from "./staged-parts.ts";
import { removeOwnFiles } from "./store-files.ts";

const NAME = "change.json";

export type Change =
  | { readonly action: "create"; readonly place: MosaicPlace }
  | {
      readonly action: "merge";
      readonly place: MosaicPlace;
      readonly files: readonly string[];
      /** Folders to create in it, outermost first. */
      readonly made: readonly string[];
      /** Size of the ownership file before it is appended to; absent if it is not. */
      readonly owned?: number | undefined;
    }
  | {
      /** Executed only after the catalog has recorded it. */
      readonly action: "remove";
      readonly place: MosaicPlace;
      readonly what: RemovedFiles;
      /** Granule paths in the folder. */
      readonly files: readonly string[];
    };

export async function beginChange(disk: Disk, staged: StagedParts, change: Change): Promise<void> {
  const path = join(staged.whole, NAME);
  await disk.write(`${path}.next`, JSON.stringify(change));
  await disk.rename(`${path}.next`, path);
  await disk.sync(staged.whole);
}

export async function endChange(disk: Disk, staged: StagedParts): Promise<void> {
  await disk.removeFile(join(staged.whole, NAME));
  await disk.sync(staged.whole);
}

export async function rollBack(
  disk: Disk,
  { staged, folder }: { readonly staged: StagedParts; readonly folder: string },
  change: Change,
): Promise<void> {
  if (change.action === "create") await rollBackCreation(disk, staged, folder);
  if (change.action === "merge") await rollBackMerge(disk, { staged, folder }, change);
}

async function rollBackCreation(disk: Disk, staged: StagedParts, folder: string): Promise<void> {
  if (!(await isThere(staged.files)) && (await isThere(folder))) {
    await disk.rename(folder, staged.files);
  }
  if (await isThere(staged.aside)) await disk.rename(staged.aside, folder);
  if (await isThere(dirname(folder))) await disk.sync(dirname(folder));
}

async function rollBackMerge(
  disk: Disk,
  { staged, folder }: { readonly staged: StagedParts; readonly folder: string },
  { files, made, owned }: Change & { readonly action: "merge" },
): Promise<void> {
  const touched = new Set<string>();
  for (const path of files) {
    const target = join(folder, path);
    const [ours, before] = [join(staged.files, path), join(staged.aside, path)];
    if (!(await isThere(ours)) && (await isThere(target))) await disk.rename(target, ours);
    if (await isThere(before)) await disk.rename(before, target);
    touched.add(dirname(target));
  }
  for (const path of made.toReversed()) {
    await unless([...ABSENT, "ENOTEMPTY"], () => disk.removeFolder(join(folder, path)));
  }
  for (const path of touched) await unless(ABSENT, () => disk.sync(path));
  if (owned !== undefined) await unless(ABSENT, () => disk.cut(join(folder, OWNERSHIP), owned));
}

/**
 * Runs at the start, before the staging area is emptied. Rolls back interrupted changes, but
 * completes those whose ids the catalog has recorded. Throws Error with a message for the operator
 * if an entry is invalid.
 */
export async function recoverChanges(
  dataFolder: string,
  {
    staging = stagingFolderIn(dataFolder),
    recorded = new Set(),
    disk = realDisk,
  }: { staging?: string; recorded?: ReadonlySet<string>; disk?: Disk } = {},
): Promise<void> {
  for (const { id, staged, change } of await openChanges(staging)) {
    const folder = placeFolder(dataFolder, change.place);
    if (!recorded.has(id)) await rollBack(disk, { staged, folder }, change);
    else if (change.action === "remove")
      await removeOwnFiles({ disk, state }, { folder, ...change });
    await endChange(disk, staged);
  }
}

/** The state in a folder stays unchanged until the catalog is open. */
async function state(): Promise<undefined> {
  return undefined;
}

export interface OpenChange {
  /** The id that the catalog may have recorded. */
  readonly id: string;
  readonly staged: StagedParts;
  readonly change: Change;
}

/** Throws Error with a message for the operator if an entry is invalid. */
export async function openChanges(staging: string): Promise<readonly OpenChange[]> {
  const open: OpenChange[] = [];
  for (const id of (await unless(ABSENT, () => readdir(staging))) ?? []) {
    const staged = partsOf(join(staging, id));
    const path = join(staged.whole, NAME);
    const text = await unless(ABSENT, () => readFile(path, "utf8"));
    if (text === undefined) continue;
    const change = parseChange(text);
    if (change === undefined) {
      const hint = "remove it to start with the files as they are";
      throw new Error(`${path}, a change that a crash interrupted, cannot be read; ${hint}`);
    }
    open.push({ id, staged, change });
  }
  return open;
}

function parseChange(text: string): Change | undefined {
  const found = parseJson(text);
  if (typeof found !== "object" || found === null || !("place" in found)) return undefined;
  const place = placeOf(found.place);
  if (place === undefined) return undefined;
  if ("what" in found && "files" in found) {
    const what = found.what === "side-files" ? found.what : "with-side-files";
    return { action: "remove", place, what, files: texts(found.files) };
  }
  if (!("files" in found) || !("made" in found)) return { action: "create", place };
  const owned = "owned" in found && typeof found.owned === "number" ? found.owned : undefined;
  return { action: "merge", place, files: texts(found.files), made: texts(found.made), owned };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

async function isThere(path: string): Promise<boolean> {
  return (await unless(ABSENT, () => lstat(path))) !== undefined;
}
