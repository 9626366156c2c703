/** Bounds of what keeps a data folder whole. Sizes are bytes. */

/** The lock of a data folder. */
export const folderLock = {
  /** How long a start waits for who only looks whether the lock is held. */
  waitMs: 200,
} as const;
