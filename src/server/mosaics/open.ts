/** The files of mosaics on the disk of one server: the port of the catalog, put together. */
import { randomUUID } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { compareText } from "../../model/address.ts";
import { isShortage } from "../../model/shortage.ts";
import { CatalogError } from "../catalog/errors.ts";
import type {
  FileChange,
  MosaicFiles,
  NoteRemoval,
  RemovedFiles,
  SetAside,
  StagingFolder,
} from "../catalog/mosaic-files.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { createFiles, mergeFiles } from "./adopt.ts";
import { openConfined, openFolder, resolveHarvest } from "./confined.ts";
import { ABSENT, makeFolders, realDisk, unless, type Disk } from "./disk.ts";
import { beginChange, endChange } from "./journal.ts";
import { partsOf, type StagedParts } from "./staged-parts.ts";
import { folderLocks, type TakeLock } from "./locks.ts";
import { setAsideUnknown } from "./orphans.ts";
import { placeFolder, stagingFolderIn, storesFolder } from "./places.ts";
import { openRoots, type Roots } from "./roots.ts";
import { openStagingFolder, type CheckSpace } from "./staging-folder.ts";
import { releaseFolder, removeOwn, removeOwnFiles, type StoreFolders } from "./store-files.ts";
import { statedFolders, stateFolders } from "./states.ts";
import { walk } from "./walk.ts";

/** Where the files are. */
export interface MosaicFilesOptions {
  readonly dataFolder: string;
  /** Where files wait that no store has yet, on the same disk; `staging` in the data folder by default. */
  readonly stagingFolder?: string | undefined;
  /** All staging folders, where servers that share the data folder have others; that one by default. */
  readonly stagingFolders?: (() => Promise<readonly string[]>) | undefined;
  /** Lets one change a folder at a time; among those of this process by default. */
  readonly take?: TakeLock | undefined;
  /**
   * Whether the catalog has recorded a change although its unit of work failed, as where the answer to its commit
   * was lost; it never has by default.
   */
  readonly isRecorded?: ((change: string) => Promise<boolean>) | undefined;
  /** Folders besides the data folder whose files may be harvested. */
  readonly granuleRoots: readonly string[];
  readonly checkSpace?: CheckSpace | undefined;
  /** What changes files; the real disk by default. */
  readonly disk?: Disk;
  /** The catalog that the files are of, as it is now; nothing is said of it by default. */
  readonly state?: () => Promise<CatalogState | undefined>;
  /** Gives ISO 8601 times; the system's clock by default. */
  readonly now?: () => string;
  /** Lets changes of files in, and gives what ends one; by default nothing keeps them waiting. */
  readonly enter?: () => Promise<() => void>;
}

/**
 * Opens the files of mosaics. What a crash left has to be put back before (`recoverChanges`).
 * Throws Error, with a text for the operator, for a folder that cannot be used.
 */
export async function openMosaicFiles(options: MosaicFilesOptions): Promise<MosaicFiles> {
  const { granuleRoots, disk = realDisk, state = unstated } = options;
  const { now = () => new Date().toISOString() } = options;
  const roots = await openRoots(options.dataFolder, granuleRoots);
  const { stagingFolder = stagingFolderIn(roots.data) } = options;
  const { stagingFolders = async () => [stagingFolder] } = options;
  await mkdir(stagingFolder, { recursive: true, mode: 0o700 });
  await checkOneDisk(storesFolder(roots.data), stagingFolder);
  const cleanup = openCleanup(disk);
  const stage = async () => {
    await cleanup.again();
    // By the disk, which says so where others took this server for gone and with it the folder.
    const whole = join(stagingFolder, `mosaic-${randomUUID()}`);
    await disk.makeFolder(whole);
    const staged = partsOf(whole);
    try {
      await makeFolders(disk, staged.files);
    } catch (error) {
      await cleanup.remove(staged.whole);
      throw error;
    }
    return staged;
  };
  const server: Server = {
    roots,
    folders: { disk, dataFolder: roots.data, stage, state },
    discard: cleanup.remove,
    enter: options.enter ?? (async () => () => undefined),
    today: () => now().slice(0, "2026-01-01".length),
    take: options.take ?? folderLocks(),
    stagingFolders,
    folderOf: (place) => placeFolder(roots.data, place),
  };
  return {
    ...staging(server, options),
    ...changes(server, options),
    ...reading(server),
  };
}

/** Removing folders, later where nothing is left to do it with at once. */
function openCleanup(disk: Disk): {
  readonly remove: (path: string) => Promise<void>;
  readonly again: () => Promise<void>;
} {
  const left = new Set<string>();
  const remove = async (path: string) => {
    left.add(path);
    try {
      await disk.removeAll(path);
      left.delete(path);
    } catch (error) {
      if (!isShortage(error)) throw error;
    }
  };
  return {
    remove,
    again: async () => {
      for (const path of left) await remove(path);
    },
  };
}

/** Of a catalog of which nothing is known. */
async function unstated(): Promise<undefined> {
  return undefined;
}

interface Server {
  readonly roots: Roots;
  readonly folders: StoreFolders;
  /** Removes a staging folder. */
  readonly discard: (path: string) => Promise<void>;
  /** Waits for anybody who looks at files and catalog together; gives what ends a change. */
  readonly enter: () => Promise<() => void>;
  readonly today: () => string;
  readonly take: TakeLock;
  readonly stagingFolders: () => Promise<readonly string[]>;
  readonly folderOf: (place: MosaicPlace) => string;
}

/** Moving files there is one rename, which cannot go from disk to disk. */
async function checkOneDisk(stores: string, stagingFolder: string): Promise<void> {
  const found = await unless(ABSENT, () => stat(stores));
  if (found === undefined || found.dev === (await stat(stagingFolder)).dev) return;
  throw new Error(`${stores} has to be on the same disk as ${stagingFolder}`);
}

function staging(
  { folders, discard, enter, take, folderOf }: Server,
  {
    checkSpace,
    isRecorded = async () => false,
  }: Pick<MosaicFilesOptions, "checkSpace" | "isRecorded">,
): Pick<MosaicFiles, "stage" | "adopt"> {
  const { disk } = folders;
  /** The catalog has the change with its next revision. */
  const stateAfter = async () => {
    const found = await folders.state();
    return found && { ...found, revision: found.revision + 1 };
  };
  const parts = new WeakMap<StagingFolder, StagedParts>();
  const staged = (opened: StagingFolder): StagedParts => {
    const found = parts.get(opened);
    if (found === undefined) throw new TypeError("The staging folder is of another server");
    return found;
  };
  return {
    stage: async () => {
      const fresh = await folders.stage();
      const opened = openStagingFolder(fresh, { checkSpace, discard });
      parts.set(opened, fresh);
      return opened;
    },
    adopt: async (opened, place, mode) => {
      const own = staged(opened);
      const folder = folderOf(place);
      const move = mode === "create" ? createFiles : mergeFiles;
      const adopted = async () =>
        move({ disk, staged: own, place, folder, state: await stateAfter() });
      return locked([folder], take, async () => {
        // Until the catalog has recorded the change.
        const { change, leave } = await entered(enter, adopted, true);
        const done = async () => {
          await leaving(leave, change.done);
          await discard(own.whole);
        };
        const undo = async () =>
          (await isRecorded(idOf(own))) ? done() : leaving(leave, change.undo);
        return { undo, done, id: idOf(own), recorded: leave };
      });
    },
  };
}

/** The name of a change in the catalog. */
function idOf({ whole }: StagedParts): string {
  return basename(whole);
}

type Changes = "remove" | "release" | "removeFiles" | "folderOf" | "tidy";

/** Does something after entering; leaves at once unless it is to stay in, and in any case when it fails. */
async function entered<Change>(
  enter: Server["enter"],
  work: () => Promise<Change>,
  staysIn: boolean,
): Promise<{ readonly change: Change; readonly leave: () => void }> {
  const leave = await enter();
  try {
    const change = await work();
    if (!staysIn) leave();
    return { change, leave };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Does something, and leaves after it. */
async function leaving(leave: () => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    leave();
  }
}

function changes(
  server: Server,
  { isRecorded = async () => false }: Pick<MosaicFilesOptions, "isRecorded">,
): Pick<MosaicFiles, Changes> {
  const { folders, enter, take, folderOf } = server;
  const { disk } = folders;
  const alone = async <Result>(place: MosaicPlace, work: (folder: string) => Promise<Result>) => {
    const folder = folderOf(place);
    const giveBack = await take(folder);
    try {
      const { change } = await entered(enter, () => work(folder), false);
      return change;
    } finally {
      giveBack();
    }
  };
  return {
    folderOf,
    remove: (place, isFree = always) =>
      alone(place, async (folder) => {
        if (await isFree()) await removeOwn(folders, folder);
      }),
    release: (place) => alone(place, (folder) => releaseFolder(disk, folder)),
    removeFiles: (place, what, forget) =>
      alone(place, (folder) =>
        removeNoted({ ...server, isRecorded }, { place, folder, what }, forget),
      ),
    tidy: (known) => tidy(server, known),
  };
}

/** Removes files that a unit of work has noted, where the catalog has recorded that they go. */
async function removeNoted(
  {
    folders,
    discard,
    isRecorded,
  }: Server & { readonly isRecorded: NonNullable<MosaicFilesOptions["isRecorded"]> },
  about: { readonly place: MosaicPlace; readonly folder: string; readonly what: RemovedFiles },
  forget: (note: NoteRemoval) => Promise<string | undefined>,
): Promise<void> {
  const { disk, stage } = folders;
  let noted: { readonly staged: StagedParts; readonly files: readonly string[] } | undefined;
  const note = async (files: readonly string[]) => {
    // A unit that is tried again notes again.
    const staged = noted?.staged ?? (await stage());
    noted = { staged, files };
    const { place, what } = about;
    await beginChange(disk, staged, { action: "remove", place, what, files });
    return idOf(staged);
  };
  let recorded: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    recorded = await forget(note);
  } catch (error) {
    failure = { error };
  }
  if (noted !== undefined) {
    const { staged, files } = noted;
    const isForgotten =
      failure === undefined ? recorded !== undefined : await isRecorded(idOf(staged));
    try {
      if (isForgotten) await removeOwnFiles(folders, { ...about, files });
    } finally {
      // Files of these names that come later are others.
      await endChange(disk, staged);
      await discard(staged.whole);
    }
  }
  if (failure !== undefined) throw failure.error;
}

async function tidy(
  { folders: { disk, dataFolder, state }, today, take, stagingFolders }: Server,
  known: () => Promise<Iterable<MosaicPlace>>,
): Promise<readonly SetAside[]> {
  const alone = async (folder: string, work: () => Promise<void>) => {
    const giveBack = await take(folder, 0).catch(unlessBusy);
    if (giveBack === undefined) return;
    try {
      await work();
    } finally {
      giveBack();
    }
  };
  const aside = await setAsideUnknown(disk, { dataFolder, date: today(), known, alone });
  const stated = await statedFolders(dataFolder, await stagingFolders());
  const now = await state();
  if (now !== undefined) await stateFolders(disk, stated, { dataFolder, state: now, alone });
  return aside;
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof CatalogError && error.code === "busy")) throw error;
}

async function always(): Promise<boolean> {
  return true;
}

/** Makes a change that keeps its locks until it is done or undone, the first of which counts. */
async function locked(
  folders: readonly string[],
  take: TakeLock,
  work: () => Promise<FileChange>,
): Promise<FileChange> {
  const held: (() => void)[] = [];
  const giveBack = () => {
    for (const one of held.splice(0)) one();
  };
  const ending = (end: () => Promise<void>) => async () => {
    if (held.length === 0) return;
    try {
      await end();
    } finally {
      giveBack();
    }
  };
  try {
    // Always in the same order, so that two changes never wait for each other.
    for (const folder of [...new Set(folders)].sort(compareText)) held.push(await take(folder));
    const { done, undo, ...more } = await work();
    return { ...more, done: ending(done), undo: ending(undo) };
  } catch (error) {
    giveBack();
    throw error;
  }
}

type Reading = "resolveHarvest" | "walk" | "openConfined" | "openFolder";

function reading({ roots }: Server): Pick<MosaicFiles, Reading> {
  return {
    resolveHarvest: (text, named = []) => resolveHarvest(roots, text, named),
    walk: (directory, options) => walk(roots, directory, options),
    openConfined: (path) => openConfined(roots, path),
    openFolder: (path) => openFolder(roots, path),
  };
}
