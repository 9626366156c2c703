/** Bounds of the fonts whose names are looked up. Sizes are bytes. */

const MIB = 1024 * 1024;

/** Bounds of font files. */
export const fonts = {
  /** Files that are read. */
  files: 500,
  /** Bytes of one of them. */
  bytes: 32 * MIB,
} as const;
