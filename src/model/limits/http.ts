/** Bounds of the HTTP door of the server; `limits.ts` hands them on. Sizes are bytes. */

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Bounds of requests and of the connections that bring them (docs/compatibility.md, "Bounds"). */
export const http = {
  headerBytes: 32 * KIB,
  urlBytes: 12 * KIB,
  nameBytes: 255,
  /** What refusals repeat of a header: its first characters. */
  quotedCharacters: 200,
  /** REST documents in XML or JSON. */
  documentBytes: 1 * MIB,
  /** Access rule documents. */
  rulesBytes: 4 * MIB,
  /** Uploads: ZIP packages and resource files. */
  uploadBytes: 64 * MIB,
  /** Requests of one account from one address that are under way at once; the next is sent away. */
  requests: 512,
  connections: 1_024,
  /** Connections from one address; trusted proxies are left aside. */
  addressConnections: 768,
  /** Requests of one connection that wait for those before them; then nothing more is read of it. */
  pipelined: 16,
  /** What is read of a connection in one go, as long as nobody has asked for a body. */
  pieceBytes: 2 * KIB,
  /** Requests after which a connection ends. */
  connectionRequests: 1_000,
  /** Bodies up to this size are collected in memory, larger ones on disk. */
  memoryBytes: 256 * KIB,
  /** Inflated to sent, for gzip bodies; looked at only above `gzipRatioFromBytes`. */
  gzipRatio: 100,
  gzipRatioFromBytes: 1 * MIB,
  /** Large uploads that are worked on at once; others wait so long, then are sent away. */
  uploads: 4,
  uploadWaitMs: 30_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 600_000,
  /** How often the two times above are looked at. */
  timeoutCheckMs: 1_000,
  /** How long a connection may rest between two requests. */
  keepAliveMs: 72_000,
  /** How long a refused client is listened to, so that it can read why. */
  lingerMs: 2_000,
  /** A body may take this long, and longer by what it has brought at the pace below. */
  bodyGraceMs: 30_000,
  bodyBytesPerSecond: 16 * KIB,
  /** An answer may take this long to be fetched, and longer by its size at the pace below. */
  sendGraceMs: 30_000,
  sendBytesPerSecond: 16 * KIB,
  /** When the server ends: how long it goes on, so that balancers see that it is not ready and send it nothing more. */
  shutdownDelayMs: 0,
  /** From then on: until bodies that are not whole are refused, and until nothing is waited for. */
  drainBodyMs: 5_000,
  drainMs: 7_000,
  /** The whole end of a server process: what runs containers may kill it after 10 s. */
  graceMs: 9_500,
  /** Answers that are kept as long as nobody changes the catalog, all together. */
  keptBytes: 96 * MIB,
  /** Space that stays free on the disk of the catalog; below it no body is taken. */
  freeBytes: 256 * MIB,
} as const;

/** Those bounds with other figures, for tests that must not wait or be many. */
export type HttpLimits = { readonly [Name in keyof typeof http]: number };

/**
 * Turns at the catalog, by client and account (docs/compatibility.md, "Bounds"): so many reads and so many
 * changes are under way together, so many of one asker may wait, and after so long the loop has a pause, for as
 * many turns as somebody new comes.
 */
export const turns = {
  reads: 4,
  writes: 64,
  waiting: 512,
  sliceMs: 5,
  newcomerTurns: 256,
  retrySeconds: 5,
} as const;

/** Answers that wait in memory for their clients, all together; who has as much as is left waits. */
export const unsent = { bytes: 192 * MIB } as const;

/**
 * Memory that is free but still held: it is given back when it has grown by so much, grows no more, and no more
 * than so many requests are under way.
 */
export const idleMemory = {
  checkMs: 5_000,
  grownBytes: 64 * MIB,
  requests: 4,
  /** Looks to leave out after a collection; twice as many after the next, and so on up to the longest. */
  pauseLooks: 2,
  longestPauseLooks: 128,
} as const;
