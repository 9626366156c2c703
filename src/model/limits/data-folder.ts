/** Bounds of what keeps a data folder whole. Sizes are bytes. */

/** The lock of a data folder. */
export const folderLock = {
  /** How long a start waits for who only looks whether the lock is held. */
  waitMs: 200,
} as const;

/** Bounds of what is written down of the files of a store. */
export const ownership = {
  /** It is written again when it has so many bytes, and so many more for each file. */
  leastBytes: 64 * 1024,
  growth: 512,
  /** First and last bytes of it that a start reads. */
  headBytes: 8 * 1024,
  tailBytes: 1_024,
} as const;

/** Bounds of looking at the end of a database's log. */
export const logEnd = { chunkFrames: 256 } as const;

/** Bounds of what a start reports of an older catalog. */
export const catalogAge = {
  reasons: 5,
  /** How often files that servers share are looked at before they count as those of another catalog. */
  looks: 5,
  lookMs: 200,
} as const;

/** Bounds of what a check reports. */
export const inspection = {
  /** Problems of pages that the database looks for before it gives up. */
  pageProblems: 50,
  /** Findings of one sort that are reported one by one. */
  listed: 100,
  /** How often a folder is looked at again while a server changes it. */
  rounds: 4,
  pauseMs: 250,
} as const;

/** Bounds of waiting between changes of files and backups. */
export const changeGate = {
  /** How long a backup waits for changes that are under way. */
  quietMs: 60_000,
  pauseMs: 10,
} as const;

/** Bounds of backups. */
export const backup = {
  /** Pages of the database that are copied before others have their turn. */
  pages: 256,
  /** Files that are made durable at a time. */
  syncsAtOnce: 16,
  /** What a backup says of itself is no larger. */
  aboutBytes: 64 * 1024,
} as const;

/** Bounds of copies of a catalog between a folder and a database. */
export const catalogCopy = {
  /** Rows that are read at a time, and bytes of their long values unless one has more. */
  pageRows: 500,
  pageBytes: 8 * 1024 * 1024,
  /** Values that one statement puts in. */
  values: 20_000,
  /** Files that are copied at a time, and what of each is in memory. */
  filesAtOnce: 8,
  chunkBytes: 1024 * 1024,
  /** How long another copy, or a server that starts, is waited for. */
  lockMs: 2_000,
} as const;
