/** Looking up font names. Sizes are bytes. */

const MIB = 1024 * 1024;

/** Font files. */
export const fonts = {
  files: 500,
  bytes: 32 * MIB,
  /** Fonts in one file (a collection holds several). */
  inFile: 64,
  /** Tables of a font, and records of its name table. */
  tables: 256,
  names: 4096,
} as const;
