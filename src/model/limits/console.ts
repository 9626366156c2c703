/** The console. */

/** Console sessions (docs/compatibility.md, "Console"). */
export const session = {
  idleMs: 1_800_000,
  /** Resolution of the stored last use. */
  useMs: 60_000,
  /** Per account; a further one ends the longest idle. */
  ofAccount: 16,
  /** Sessions whose use was stored recently. */
  remembered: 1_024,
} as const;
