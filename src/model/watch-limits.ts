/** Bounds of watch mode, as those of `limits.ts` for what it follows, tells and answers. Sizes are bytes. */

/** Bounds of following a branch of a repository. */
export const gitSource = {
  fetchMs: 300_000,
  checkoutMs: 120_000,
  /** Time that git has to end when it is told to. */
  killAfterMs: 5_000,
  /** What is kept of what git says. */
  messageCharacters: 4_000,
  /** Settings of git that a process may be given by environment. */
  settings: 100,
} as const;

/** Bounds of what watch mode tells over HTTP. */
export const endpoints = {
  bodyBytes: 1 * 1_024,
  requestTimeoutMs: 10_000,
  connections: 64,
  /** Objects, differences and diagnostics that one document names; of more it gives the number. */
  named: 1_000,
} as const;

/** Bounds of webhooks. */
export const webhook = {
  /** Messages that wait for one receiver; the oldest goes when another comes. */
  queue: 100,
  attempts: 12,
  timeoutMs: 10_000,
  retryBaseMs: 1_000,
  retryCapMs: 300_000,
  /** Time for what waits when the process ends. */
  closeMs: 5_000,
  /** Differences and diagnostics that one message names. */
  named: 20,
  /** Characters of one value, and of one message's text. */
  valueCharacters: 120,
  textCharacters: 2_800,
  /** Characters of an answer that are read, so that the connection can be used again. */
  answerBytes: 64 * 1_024,
} as const;
