/** Bounds of the console; `limits.ts` hands them on. */

/** Sessions of people who have logged in with a page (docs/compatibility.md, "Console"). */
export const session = {
  /** One ends when it has rested so long. */
  idleMs: 1_800_000,
  /** When it was used last is kept this exactly. */
  useMs: 60_000,
  /** Of one account; one more ends the one that has rested longest. */
  ofAccount: 16,
  /** Sessions of which is remembered that their use was kept lately. */
  remembered: 1_024,
} as const;
