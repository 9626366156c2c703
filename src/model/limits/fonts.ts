/** Bounds of the fonts whose names are looked up. Sizes are bytes. */

const MIB = 1024 * 1024;

/** Bounds of font files. */
export const fonts = {
  /** Files that are read. */
  files: 500,
  /** Bytes of one of them. */
  bytes: 32 * MIB,
  /** Fonts of one file, as a collection holds several. */
  inFile: 64,
  /** Tables of a font, and records in that of its names. */
  tables: 256,
  names: 4096,
} as const;
