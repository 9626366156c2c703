/** When servers that share a catalog hear of each other; milliseconds. */
export interface ReplicaTimes {
  /** How often a server says that it works. */
  readonly renewMs: number;
  /** After so much time without that it changes no files until it has said so again. */
  readonly surelyAliveMs: number;
  /** After so much silence others take it for gone. */
  readonly goneMs: number;
}

/** The usual times. */
export const replicaTimes: ReplicaTimes = {
  renewMs: 2_000,
  surelyAliveMs: 8_000,
  goneMs: 15_000,
};

/** Bounds of a catalog in PostgreSQL. */
export const postgres = {
  /** The first version of PostgreSQL that has all that is asked of it. */
  leastVersion: 13,
  /** How often the folder of a store that another server changes is asked for. */
  claimPauseMs: 50,
  /** Connections of one server that read; one more writes. */
  readers: 8,
  /** Connections for what servers tell each other, so that reading never keeps that waiting. */
  ownConnections: 2,
  /** How long reading waits for a connection, and changing for its turn within one server. */
  readerWaitMs: 10_000,
  writerWaitMs: 30_000,
  /** How long one server waits for the changes of the others. */
  lockMs: 10_000,
  /** How long a start keeps others waiting behind it for a table that somebody reads. */
  quickLockMs: 1_000,
  statementMs: 60_000,
  /** After so much silence the database ends a change that its server has left. */
  idleChangeMs: 60_000,
  idleMs: 60_000,
  /** How long a start waits for another one that brings the tables up. */
  migrationMs: 600_000,
  /** How long a database that is away is waited for, before anything was asked of it. */
  retryMs: 4_000,
  retryPauseMs: 100,
  /** How long it is asked what became of a change whose end it did not confirm. */
  settleMs: 10_000,
} as const;
