/** Bounds of reading GeoServer data directories; `limits.ts` hands them on. Sizes are bytes. */

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Bounds of GeoServer data directories that are read, as folders and as archives. */
export const dataDirectory = {
  packedBytes: 4 * GIB,
  unpackedBytes: 16 * GIB,
  /** What is kept of an archive in memory: documents, styles, images, mappings; never data. */
  keptBytes: 512 * MIB,
  /** One file that is read. */
  fileBytes: 8 * MIB,
  entries: 1_000_000,
  nameBytes: 1_024,
  /** Headers of an archive's entries, such as long names. */
  headerBytes: 1 * MIB,
  depth: 32,
  /** Unpacked to packed; looked at only above `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 64 * MIB,
  /** Folders above the directory itself, and how many are looked into to find it. */
  searchDepth: 8,
  searchFolders: 10_000,
  /** Documents that are read at a time. */
  readsAtOnce: 16,
} as const;
