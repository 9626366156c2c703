/** Bounds of the tile cache. */
export const tileCache = {
  /** Levels of a grid set. */
  levels: 100,
  /** Pixels of a side of a tile. */
  tilePixels: 8192,
  /** Tile layers that are read at a time, when somebody asks what they use. */
  layersAtOnce: 8,
} as const;
