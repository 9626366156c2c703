/** Warnings on usable files. */
export const lint = {
  /** Reported findings of one file. */
  findings: 50,
  /** Characters of one finding. */
  characters: 1_000,
  /** Comparisons per filter; above it the filter counts as satisfiable. */
  comparisons: 20_000,
} as const;
