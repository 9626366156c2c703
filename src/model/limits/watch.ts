/** Bounds of watch mode, as those of `limits.ts` for what it follows, shows and answers. Sizes are bytes. */

/** Times and counts of passes. */
export const watch = {
  /** How long nothing may have changed under the folder before it is loaded. */
  quietMs: 300,
  /** The same before anything is deleted or recreated: writers that pause show themselves. */
  deleteQuietMs: 2_000,
  /** After so long a folder that never comes to rest is reported. */
  restlessMs: 30_000,
  pollMs: 15_000,
  resyncMs: 300_000,
  /** Share by which a resync comes earlier or later, so that several do not come together. */
  resyncJitter: 0.1,
  gitMs: 60_000,
  retryBaseMs: 5_000,
  retryCapMs: 180_000,
  /** Corrections of one object, and refusals of its requests, before it is skipped. */
  tries: 5,
  /** After so long without drift, earlier corrections of an object do not count any more. */
  forgetMs: 3_600_000,
  /** How long a plan that waits means the windows of time of the moment it was made. */
  asOfMs: 86_400_000,
  /** Plans of one pass that may turn out to be made from a folder or catalog that changed meanwhile. */
  attempts: 1_000,
} as const;

/** Bounds of following a branch of a repository. */
export const gitSource = {
  fetchMs: 300_000,
  checkoutMs: 120_000,
  /** Time that git has to end when it is asked to. */
  killAfterMs: 5_000,
  /** What is kept of what git says. */
  messageCharacters: 4_000,
  /** Settings of git that a process may be given by environment. */
  settings: 100,
} as const;

/** Bounds of what watch mode and the server show over HTTP at an address of its own. */
export const endpoints = {
  bodyBytes: 1 * 1_024,
  requestTimeoutMs: 10_000,
  timeoutCheckMs: 1_000,
  /** How long the catalog may take to say that it is there. */
  readinessMs: 2_000,
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
