/** Watch mode: sources, endpoints and webhooks. Sizes are bytes. */

/** Times and counts of passes. */
export const watch = {
  /** An unchanged result of looks at maps is kept again after this time. */
  healthKeptMs: 86_400_000,
  /** Quiet time of the folder before it is loaded. */
  quietMs: 300,
  /** The same before a delete or recreate, for writers that pause. */
  deleteQuietMs: 2_000,
  /** Then a folder that keeps changing is reported. */
  restlessMs: 30_000,
  pollMs: 15_000,
  resyncMs: 300_000,
  /** Random share of a resync's interval, against coinciding watchers. */
  resyncJitter: 0.1,
  gitMs: 60_000,
  retryBaseMs: 5_000,
  retryCapMs: 180_000,
  /** Corrections, and failed requests, until an object is skipped. */
  tries: 5,
  /** Without drift for so long, earlier corrections do not count. */
  forgetMs: 3_600_000,
  /** How long a waiting plan keeps the time windows of its creation. */
  asOfMs: 86_400_000,
  /** Plans per pass that concurrent changes may outdate. */
  attempts: 1_000,
} as const;

/** Following a repository's branch. */
export const gitSource = {
  fetchMs: 300_000,
  checkoutMs: 120_000,
  /** For git to end after a signal. */
  killAfterMs: 5_000,
  /** Kept output of git. */
  messageCharacters: 4_000,
  /** Git settings in a process's environment. */
  settings: 100,
} as const;

/** Status endpoints of watch mode and the server. */
export const endpoints = {
  bodyBytes: 1 * 1_024,
  requestTimeoutMs: 10_000,
  timeoutCheckMs: 1_000,
  /** The catalog's readiness check. */
  readinessMs: 2_000,
  connections: 64,
  /** Listed items per document; further ones are counted. */
  named: 1_000,
} as const;

/** Webhooks. */
export const webhook = {
  /** Per receiver; a further message drops the oldest. */
  queue: 100,
  attempts: 12,
  timeoutMs: 10_000,
  retryBaseMs: 1_000,
  retryCapMs: 300_000,
  /** Time for queued messages at process end. */
  closeMs: 5_000,
  /** Listed items per message. */
  named: 20,
  /** Characters of one value, and of one message's text. */
  valueCharacters: 120,
  textCharacters: 2_800,
  /** Read of a response, so that the connection can be reused. */
  answerBytes: 64 * 1_024,
} as const;
