/** Checks and copies of a data folder. Sizes are bytes. */

/** The lock of a data folder. */
export const folderLock = {
  /** How long a start waits for probes of the lock. */
  waitMs: 200,
} as const;

/** The record of a store's files. */
export const ownership = {
  /** Rewritten at this size, plus `growth` per file. */
  leastBytes: 64 * 1024,
  growth: 512,
  /** First and last bytes that a start reads. */
  headBytes: 8 * 1024,
  tailBytes: 1_024,
} as const;

/** Reading the end of a database's log. */
export const logEnd = { chunkFrames: 256 } as const;

/** Reports on an outdated catalog. */
export const catalogAge = {
  reasons: 5,
  /** Checks before shared files count as another catalog's. */
  looks: 5,
  lookMs: 200,
} as const;

/** The report of a check. */
export const inspection = {
  /** Then the database stops searching. */
  pageProblems: 50,
  /** Listed findings of one sort. */
  listed: 100,
  /** Retries while a server changes the folder. */
  rounds: 4,
  pauseMs: 250,
} as const;

/** Waiting between file changes and backups. */
export const changeGate = {
  /** How long a backup waits for running changes. */
  quietMs: 60_000,
  pauseMs: 10,
} as const;

/** Backups. */
export const backup = {
  /** Pages copied without yielding. */
  pages: 256,
  /** Concurrent fsyncs. */
  syncsAtOnce: 16,
  /** A backup's own description. */
  aboutBytes: 64 * 1024,
} as const;

/** Copying a catalog between a folder and a database. */
export const catalogCopy = {
  /** Rows per read, and bytes of long values unless one is larger. */
  pageRows: 500,
  pageBytes: 8 * 1024 * 1024,
  /** Values inserted by one statement. */
  values: 20_000,
  /** Files copied concurrently, and the memory for each. */
  filesAtOnce: 8,
  chunkBytes: 1024 * 1024,
  /** Wait for another copy, or for a starting server. */
  lockMs: 2_000,
} as const;
