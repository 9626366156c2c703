/** The tile cache. */
export const tileCache = {
  /** Levels of a grid set. */
  levels: 100,
  /** Pixels of a tile's side. */
  tilePixels: 8192,
  /** Concurrent reads for a usage report. */
  layersAtOnce: 8,
} as const;
