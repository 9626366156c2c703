/** The server's HTTP interface. Sizes are bytes. */

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Requests and connections (docs/compatibility.md, "Bounds"). */
export const http = {
  headerBytes: 32 * KIB,
  urlBytes: 12 * KIB,
  /** URLs of which a server keeps how they are routed, and the longest such URL. */
  spellings: 2_000,
  spellingCharacters: 200,
  nameBytes: 255,
  /** Header characters that an error quotes. */
  quotedCharacters: 200,
  /** REST documents in XML or JSON. */
  documentBytes: 1 * MIB,
  rulesBytes: 4 * MIB,
  /** ZIP packages and resource files. */
  uploadBytes: 64 * MIB,
  /** Per account and address, concurrently; further ones are refused. */
  requests: 512,
  connections: 1_024,
  /** Per address; trusted proxies are exempt. */
  addressConnections: 768,
  /** Waiting requests of a connection; then reading pauses. */
  pipelined: 16,
  /** Size of a read until a body is requested. */
  pieceBytes: 2 * KIB,
  connectionRequests: 1_000,
  /** Larger bodies are collected on disk. */
  memoryBytes: 256 * KIB,
  /** Inflated to sent, for gzip bodies; checked only above `gzipRatioFromBytes`. */
  gzipRatio: 100,
  gzipRatioFromBytes: 1 * MIB,
  /** Concurrent large uploads; others wait, then are refused. */
  uploads: 4,
  uploadWaitMs: 30_000,
  /** The longest wait of a request for its turns, until it changes something. */
  turnMs: 1_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 600_000,
  /** Check interval of the timeouts above. */
  timeoutCheckMs: 1_000,
  keepAliveMs: 72_000,
  /** A refused connection stays open so long that the client can read why. */
  lingerMs: 2_000,
  /** Time for a body, plus received bytes at the rate below. */
  bodyGraceMs: 30_000,
  bodyBytesPerSecond: 16 * KIB,
  /** Time for a response, plus its size at the rate below. */
  sendGraceMs: 30_000,
  sendBytesPerSecond: 16 * KIB,
  /** Shutdown: continued service until load balancers see that it is not ready. */
  shutdownDelayMs: 0,
  /** Then: until incomplete bodies are refused, and until waiting ends. */
  drainBodyMs: 5_000,
  drainMs: 7_000,
  /** The whole shutdown: container runtimes may kill it after 10 s. */
  graceMs: 9_500,
  /** All responses cached until the catalog changes. */
  keptBytes: 96 * MIB,
  /** With less free disk space no body is accepted. */
  freeBytes: 256 * MIB,
} as const;

/** Other values, for tests. */
export type HttpLimits = { readonly [Name in keyof typeof http]: number };

/**
 * Turns (docs/compatibility.md, "Bounds"): concurrent reads of the catalog; changes in preparation,
 * and the longest such turn; time until the loop pauses, the longest pause while connections arrive,
 * and Retry-After where no turn came.
 */
export const turns = {
  reads: 4,
  writes: 16,
  writeMs: 250,
  sliceMs: 5,
  newcomerMs: 25,
  retrySeconds: 1,
} as const;

/** Responses waiting in memory; a client that holds as much as is free waits. */
export const unsent = { bytes: 192 * MIB } as const;

/**
 * When free memory is returned: after this growth, when growth has stopped, with at most so many
 * requests.
 */
export const idleMemory = {
  checkMs: 5_000,
  grownBytes: 64 * MIB,
  requests: 4,
  /** Checks skipped after a collection; doubles up to the longest. */
  pauseLooks: 2,
  longestPauseLooks: 128,
} as const;
