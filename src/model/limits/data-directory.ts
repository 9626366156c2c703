/** GeoServer data directories. Sizes are bytes. */

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Data directories, as folders or archives. */
export const dataDirectory = {
  packedBytes: 4 * GIB,
  unpackedBytes: 16 * GIB,
  /** Held in memory: documents, styles, images and mappings, never data. */
  keptBytes: 512 * MIB,
  /** One file. */
  fileBytes: 8 * MIB,
  entries: 1_000_000,
  nameBytes: 1_024,
  /** Headers of archive entries, such as long names. */
  headerBytes: 1 * MIB,
  depth: 32,
  /** Unpacked to packed; checked only above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 64 * MIB,
  /** Search for the directory in an archive. */
  searchDepth: 8,
  searchFolders: 10_000,
} as const;
