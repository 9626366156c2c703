/** Implements the catalog's port to mosaic files on the disk of one server. */
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

export interface MosaicFilesOptions {
  readonly dataFolder: string;
  /** On the same disk; `staging` in the data folder by default. */
  readonly stagingFolder?: string | undefined;
  /** Staging folders of all servers that share the data folder; by default the own one. */
  readonly stagingFolders?: (() => Promise<readonly string[]>) | undefined;
  /** Locks a folder; by default only within this process. */
  readonly take?: TakeLock | undefined;
  /** Whether a change was recorded although its unit failed, as after a lost commit response. */
  readonly isRecorded?: ((change: string) => Promise<boolean>) | undefined;
  /** Additional folders whose files may be harvested. */
  readonly granuleRoots: readonly string[];
  readonly checkSpace?: CheckSpace | undefined;
  readonly disk?: Disk;
  /** The current state of the catalog that owns the files, if known. */
  readonly state?: () => Promise<CatalogState | undefined>;
  readonly now?: () => string;
  /** Waits until changes are allowed; returns a function that ends the change. */
  readonly enter?: () => Promise<() => void>;
}

/** Call `recoverChanges` first. Throws Error with a message for the operator. */
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
    // Uses `disk`, which rejects if other servers consider this one dead and its folder free.
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

/** Removes folders, or retries later if resources are short. */
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

async function unstated(): Promise<undefined> {
  return undefined;
}

interface Server {
  readonly roots: Roots;
  readonly folders: StoreFolders;
  readonly discard: (path: string) => Promise<void>;
  /** Waits for consistent readers of files and catalog; returns the end of a change. */
  readonly enter: () => Promise<() => void>;
  readonly today: () => string;
  readonly take: TakeLock;
  readonly stagingFolders: () => Promise<readonly string[]>;
  readonly folderOf: (place: MosaicPlace) => string;
}

/** Files are moved by rename, which does not work across disks. */
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
  /** The catalog will record the change with its next revision. */
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
        // Lasts until the catalog has recorded the change.
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

function idOf({ whole }: StagedParts): string {
  return basename(whole);
}

type Changes = "remove" | "release" | "removeFiles" | "folderOf" | "tidy";

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

/** Removes files only if the catalog recorded their removal. */
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
    // A repeated unit notes again.
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
      // Later files with these names must not be removed.
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

/** Holds locks until the change is done or undone; a second call has no effect. */
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
    // A fixed order prevents deadlocks.
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
