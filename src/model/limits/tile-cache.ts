/** The tile cache. */
export const tileCache = {
  /** Levels of a grid set. */
  levels: 100,
  /** Pixels of a tile's side. */
  tilePixels: 8192,
  /** Concurrent reads for a usage report. */
  layersAtOnce: 8,
} as const;

/** Tasks of a tile cache that draws. */
export const tileTasks = {
  /** Levels of one request. */
  level: 99,
  threads: 16,
  /** Between two looks: from the first to the longest pause. */
  firstPollMs: 500,
  pollMs: 10_000,
} as const;
