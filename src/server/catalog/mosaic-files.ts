/**
 * The port between the catalog and the files of mosaics on disk. Uploads are unpacked in a staging
 * folder and adopted by a store; harvests name files that are there already. The order that keeps
 * files and records together: adopt first, then the catalog's transaction, then `done` or
 * `undo`; `release` before the transaction, `remove` and `removeFiles` after it.
 */

import type { MosaicPlace } from "./mosaic.ts";
import type { NamedHome } from "./store-files.ts";

/** Which files of granules go: they with what lies beside them, or that only. */
export type RemovedFiles = "with-side-files" | "side-files";

/**
 * Writes down which files go, in the unit of work that takes their granules out of the catalog. Gives what the unit
 * has to record: a crash after that removes them as well, and one before it none.
 */
export type NoteRemoval = (paths: readonly string[]) => Promise<string>;

/** Files that are not a store's yet. Paths in it are relative, with `/`. */
export interface StagingFolder {
  /** Absolute path of the folder with the files, for readers of rasters. */
  readonly folder: string;
  /**
   * Unpacks an archive from disk and gives the sorted paths of its files. Throws WireError when it
   * is not acceptable and CatalogError (disk-full) when there is no room; nothing of it stays then.
   * With `below`, a relative path, the files come there, and so say their paths.
   */
  readonly unpack: (archive: string, below?: string) => Promise<readonly string[]>;
  /** Moves one file from elsewhere in the staging area here, under this path. */
  readonly take: (file: string, path: string) => Promise<void>;
  /** The paths of all files, sorted. */
  readonly list: () => Promise<readonly string[]>;
  /** A small file; undefined when there is none. Refuses with too-large. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
  /** Removes everything; safe at any time, and after adoption too. */
  readonly discard: () => Promise<void>;
}

/**
 * Files that were moved for the catalog, which records it: a crash before the end leaves files as the record says. One of
 * `done` and `undo` has to be called.
 */
export interface FileChange {
  /** To be stored in the same transaction as what the files are for, or the first thing that they are for. */
  readonly id: string;
  /** The catalog has that, and more is to come: others may look at files and catalog meanwhile. */
  readonly recorded: () => void;
  /** The catalog has all of it: what the files replaced goes. */
  readonly done: () => Promise<void>;
  /** The catalog refused it: everything is put back, as far as that is possible. */
  readonly undo: () => Promise<void>;
}

/** What a harvest request named; `path` is absolute and without symbolic links. */
export interface HarvestTarget {
  readonly kind: "file" | "directory";
  readonly path: string;
}

/** What a walk met: a file without symbolic links in its path, or why something was left out. */
export type WalkedEntry =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "error"; readonly path: string; readonly message: string };

/** Which files of a folder are wanted. */
export interface WalkOptions {
  readonly recursive: boolean;
  /** Called with the absolute path; what is not accepted is not counted and not reported. */
  readonly accept: (path: string) => boolean;
}

/** An open file that was inside the allowed folders when it was opened. */
export interface ConfinedFile {
  /** The path without symbolic links: for names, locations and what lies beside it. */
  readonly path: string;
  /**
   * The path to open for reading its content. On Linux it leads to this very file, whatever
   * happens to the folders above it, for as long as it is open here.
   */
  readonly readPath: string;
  readonly bytes: number;
  /** Milliseconds since 1970 in UTC. */
  readonly modified: number;
  /** The whole content. Refuses with too-large above this many bytes. */
  readonly content: (limitBytes: number) => Promise<Uint8Array>;
  /** Refuses with harvest-unreadable when the path does not lead to this file any more. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An open folder that was inside the allowed folders when it was opened. */
export interface ConfinedFolder {
  /** The path to open its files by: on Linux it leads to this very folder, as that of a file. */
  readonly readPath: string;
  /** Refuses with harvest-unreadable when files may have been read that are not in this folder. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A folder that was moved out of the way; both paths are relative to the data folder. */
export interface SetAside {
  readonly from: string;
  readonly to: string;
}

/** The files of mosaics. Everything that takes a place waits for changes of it under way. */
export interface MosaicFiles {
  /** An empty staging folder. */
  readonly stage: () => Promise<StagingFolder>;
  /**
   * Moves the files of a staging folder to a store, all or none; a crash puts them back unless the catalog has
   * recorded the change. `create` is for a store without a record: what an earlier store of that name left goes.
   * `merge` replaces files of the same path and keeps the others. Refuses with folder-occupied where files
   * would be lost that this server did not write, or a file would take the place of a folder.
   */
  readonly adopt: (
    staged: StagingFolder,
    place: MosaicPlace,
    mode: "create" | "merge",
  ) => Promise<FileChange>;
  /**
   * Removes the files of a store that this server wrote; others stay. `isFree` is asked when no
   * change of them is under way: a store that was made there meanwhile keeps its files.
   */
  readonly remove: (place: MosaicPlace, isFree?: () => Promise<boolean>) => Promise<void>;
  /**
   * Lets the files of a store be, although its record goes. Without it the next start sets aside
   * those that this server wrote.
   */
  readonly release: (place: MosaicPlace) => Promise<void>;
  /**
   * Removes files of granules that this server wrote, those beside them that describe no other, or
   * only the latter, once the catalog has forgotten the granules. `forget` does that, and gives what it
   * recorded, while no change of the store's files is under way, and none begins before they are gone.
   */
  readonly removeFiles: (
    place: MosaicPlace,
    what: RemovedFiles,
    forget: (note: NoteRemoval) => Promise<string | undefined>,
  ) => Promise<void>;
  /** Absolute path of the folder of a store, whether it is there or not. */
  readonly folderOf: (place: MosaicPlace) => string;
  /**
   * At the start: sets aside what this server wrote for stores that the catalog does not know and
   * that were not released, and reports what. The others go with this catalog from now on. What somebody
   * changes at that time is left out.
   */
  readonly tidy: (known: () => Promise<Iterable<MosaicPlace>>) => Promise<readonly SetAside[]>;
  /**
   * What the body of a harvest request names. A path below the data folder goes by the names of
   * stores, wherever `named` says that these lie; any other path by the disk. Refuses with
   * harvest-invalid, harvest-outside, harvest-missing, harvest-unreadable or too-large.
   */
  readonly resolveHarvest: (text: string, named?: readonly NamedHome[]) => Promise<HarvestTarget>;
  /**
   * Files below a folder, in order of their names, folder by folder. An error of one entry is
   * given, not thrown. Refuses with too-large beyond the bounds of a harvest.
   */
  readonly walk: (directory: string, options: WalkOptions) => AsyncGenerator<WalkedEntry>;
  /** Opens a file for reading. Refuses as `resolveHarvest` does. */
  readonly openConfined: (path: string) => Promise<ConfinedFile>;
  /** Opens a folder, named without links and dots, to read its files. Refuses likewise. */
  readonly openFolder: (path: string) => Promise<ConfinedFolder>;
}
