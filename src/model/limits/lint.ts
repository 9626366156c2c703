/** Bounds of looking for what is worth a warning in files that can be used. */
export const lint = {
  /** Findings of one file that are reported. */
  findings: 50,
  /** Of the text of one. */
  characters: 1_000,
  /** Comparisons of conditions for one filter; beyond it the filter is taken to be possible. */
  comparisons: 20_000,
} as const;
