/** Bounds of the books of an estate, beside those of limits.ts. Sizes are characters. */

/** What the history keeps: runs, and of each run so many changes and failures. */
export const history = { runs: 200, changes: 100, failures: 10, textCharacters: 300 } as const;

/** A lease that somebody takes by hand: how long it holds when nothing is said, and at most. */
export const handLease = {
  usualMs: 3_600_000,
  mostMs: 604_800_000,
  reasonCharacters: 200,
} as const;
