/** Bounds of reports, beside those of limits.ts. Sizes are bytes. */

/** Bounds of reports: GitHub takes comments of 65,536 characters. */
export const report = {
  /** A report as Markdown, and what it shows of one object. */
  markdownBytes: 60_000,
  markdownObjectBytes: 4_000,
  /** A saved report or plan that is shown. */
  fileBytes: 268_435_456,
} as const;
