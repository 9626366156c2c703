/** Heartbeat times of servers that share a catalog, in milliseconds. */
export interface ReplicaTimes {
  /** Interval of heartbeats. */
  readonly renewMs: number;
  /** Without a heartbeat for so long, a server changes no files until it renews. */
  readonly surelyAliveMs: number;
  /** After this silence other servers consider it gone. */
  readonly goneMs: number;
}

/** The default times. */
export const replicaTimes: ReplicaTimes = {
  renewMs: 2_000,
  surelyAliveMs: 8_000,
  goneMs: 15_000,
};

/** A catalog in PostgreSQL. */
export const postgres = {
  /** Oldest PostgreSQL version with all required features. */
  leastVersion: 13,
  /** Poll interval for a store folder that another server changes. */
  claimPauseMs: 50,
  /** Read connections per server, besides one that writes. */
  readers: 8,
  /** For messages between servers, which reads must not delay. */
  ownConnections: 2,
  /** Waits of reads for a connection, and of writes for their turn in the server. */
  readerWaitMs: 10_000,
  writerWaitMs: 30_000,
  /** Wait for other servers' changes. */
  lockMs: 10_000,
  /** How long a start may block others while it waits for a table. */
  quickLockMs: 1_000,
  statementMs: 60_000,
  /** After this silence the database ends an abandoned transaction. */
  idleChangeMs: 60_000,
  idleMs: 60_000,
  /** Wait of a start for a migration by another. */
  migrationMs: 600_000,
  /** Retries of an unavailable database before any statement. */
  retryMs: 4_000,
  retryPauseMs: 100,
  /** Queries for the outcome of an unconfirmed commit. */
  settleMs: 10_000,
} as const;
