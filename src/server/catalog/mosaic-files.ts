/**
 * The port to mosaic files. Uploads are staged and then adopted by a store; harvests name existing
 * files. To keep files and records consistent, the order is: `adopt`, transaction, `done` or
 * `undo`; `release` before the transaction; `remove` and `removeFiles` after it.
 */

import type { MosaicPlace } from "./mosaic.ts";
import type { NamedHome } from "./store-files.ts";

/** Whether to remove granule files with their side files, or the side files only. */
export type RemovedFiles = "with-side-files" | "side-files";

/**
 * Logs the removal of files in the unit of work that removes their granules. The unit records the
 * returned id: a crash after the commit still removes the files, one before it removes none.
 */
export type NoteRemoval = (paths: readonly string[]) => Promise<string>;

/** Files that belong to no store yet. Paths are relative, with `/`. */
export interface StagingFolder {
  /** Absolute path, for raster readers. */
  readonly folder: string;
  /**
   * Unpacks an archive, optionally into `below`, and returns sorted paths. Throws WireError if it
   * is unacceptable, or CatalogError (disk-full), and leaves nothing behind.
   */
  readonly unpack: (archive: string, below?: string) => Promise<readonly string[]>;
  /** Moves a file of the staging area to `path`. */
  readonly take: (file: string, path: string) => Promise<void>;
  /** Sorted. */
  readonly list: () => Promise<readonly string[]>;
  /** Undefined if there is no file. Throws too-large. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
  /** Safe at any time, even after adoption. */
  readonly discard: () => Promise<void>;
}

/** After a crash, files match the catalog's records. Callers must call `done` or `undo`. */
export interface FileChange {
  /** Record this id in the first transaction for the files. */
  readonly id: string;
  /** The id is recorded, but more is to follow; others may read meanwhile. */
  readonly recorded: () => void;
  /** All is recorded; removes replaced files. */
  readonly done: () => Promise<void>;
  /** Restores the files, as far as possible. */
  readonly undo: () => Promise<void>;
}

/** `path` is absolute, without symbolic links. */
export interface HarvestTarget {
  readonly kind: "file" | "directory";
  readonly path: string;
}

/** A file without symbolic links in its path, or a skipped entry. */
export type WalkedEntry =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "error"; readonly path: string; readonly message: string };

/** Selects files of a folder. */
export interface WalkOptions {
  readonly recursive: boolean;
  /** Takes an absolute path. Rejected files are not counted or reported. */
  readonly accept: (path: string) => boolean;
}

/** A file inside the allowed folders at the time of opening. */
export interface ConfinedFile {
  /** Path without symbolic links, for names, locations and side files. */
  readonly path: string;
  /** Path for reading. On Linux it refers to this open file, even if folders above it change. */
  readonly readPath: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Throws too-large above the limit. */
  readonly content: (limitBytes: number) => Promise<Uint8Array>;
  /** Throws harvest-unreadable if the path leads to another file. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A folder inside the allowed folders at the time of opening. */
export interface ConfinedFolder {
  /** Path for opening its files; see `ConfinedFile`. */
  readonly readPath: string;
  /** Throws harvest-unreadable if files of another folder may have been read. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Both paths are relative to the data folder. */
export interface SetAside {
  readonly from: string;
  readonly to: string;
}

/** Methods with a place wait for running changes of it. */
export interface MosaicFiles {
  readonly stage: () => Promise<StagingFolder>;
  /**
   * Moves all staged files, or none; a crash restores them unless the catalog recorded the change.
   * `create`, for a store without a record, removes files of an earlier store. `merge` replaces
   * files of the same path. Throws folder-occupied if it would destroy files of others or replace a
   * folder with a file.
   */
  readonly adopt: (
    staged: StagingFolder,
    place: MosaicPlace,
    mode: "create" | "merge",
  ) => Promise<FileChange>;
  /** Removes owned files if `isFree` returns true; it is called while no change is running. */
  readonly remove: (place: MosaicPlace, isFree?: () => Promise<boolean>) => Promise<void>;
  /** Keeps the files of a removed store, which the next start would set aside. */
  readonly release: (place: MosaicPlace) => Promise<void>;
  /**
   * Removes granule files that this server wrote, with side files of no other granule, or only the
   * latter. `forget` removes the granules and returns the recorded id; no other change of the files
   * runs until they are gone.
   */
  readonly removeFiles: (
    place: MosaicPlace,
    what: RemovedFiles,
    forget: (note: NoteRemoval) => Promise<string | undefined>,
  ) => Promise<void>;
  /** Absolute path of a store's folder, which may not exist. */
  readonly folderOf: (place: MosaicPlace) => string;
  /**
   * At the start, sets aside files that this server wrote for stores that are neither known nor
   * released, and returns them. Marks the other folders with the state of this catalog. Folders
   * that change meanwhile are skipped.
   */
  readonly tidy: (known: () => Promise<Iterable<MosaicPlace>>) => Promise<readonly SetAside[]>;
  /**
   * Resolves the body of a harvest request. `named` locates renamed stores for paths below the data
   * folder. Throws harvest-invalid, harvest-outside, harvest-missing, harvest-unreadable or
   * too-large.
   */
  readonly resolveHarvest: (text: string, named?: readonly NamedHome[]) => Promise<HarvestTarget>;
  /** Yields files and errors ordered by name. Throws too-large beyond the limits of a harvest. */
  readonly walk: (directory: string, options: WalkOptions) => AsyncGenerator<WalkedEntry>;
  /** Throws as `resolveHarvest` does. */
  readonly openConfined: (path: string) => Promise<ConfinedFile>;
  /** The path must not contain links or dots. Throws likewise. */
  readonly openFolder: (path: string) => Promise<ConfinedFolder>;
}
