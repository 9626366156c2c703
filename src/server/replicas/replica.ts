/**
 * One of several servers of a catalog: heartbeat, locks on stores, and repair after servers that
 * are gone (docs/decisions/0081-several-servers.md).
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { postgres as limits, replicaTimes, type ReplicaTimes } from "../../model/limits.ts";
import { recordedChanges } from "../catalog/mosaic.ts";
import { realDisk, waitingDisk, type Disk } from "../mosaics/disk.ts";
import type { TakeLock } from "../mosaics/locks.ts";
import { stagingFolderIn } from "../mosaics/places.ts";
import type { SharedCatalog } from "../storage/postgres.ts";
import { openClaims } from "./claims.ts";
import { lifeOf, lostServer, type Life } from "./life.ts";
import { openSweeper, stagingFoldersIn } from "./sweep.ts";

/** Ports of a server that shares its catalog. */
export interface Replica {
  /** Locks the folder of a store across all servers. */
  readonly take: TakeLock;
  /** Delays changes while other servers might declare this one gone. */
  readonly disk: Disk;
  /** Holds files of this server that are in no store yet. */
  readonly stagingFolder: string;
  /** Of all servers. */
  readonly stagingFolders: () => Promise<readonly string[]>;
  /** Whether the catalog has recorded a change of files; retries until the answer is known. */
  readonly isRecorded: (change: string) => Promise<boolean>;
  /** Resolves with the reason when other servers declared this one gone: it must stop writing. */
  readonly lost: Promise<string>;
  /** Must be called before the catalog is closed. */
  readonly close: () => Promise<void>;
}

export interface ReplicaParts {
  readonly catalog: SharedCatalog;
  /** Has no symbolic links. */
  readonly files: string;
  readonly logger?: FastifyBaseLogger | undefined;
  readonly times?: ReplicaTimes | undefined;
}

/** Starts the heartbeat of a server. */
export function openReplica({
  catalog,
  files,
  logger,
  times = replicaTimes,
}: ReplicaParts): Replica {
  const { servers } = catalog;
  const warn = (text: string) => (error: unknown) => logger?.warn({ err: error }, text);
  const onError = warn("the catalog's database cannot be told that this server works");
  const life = lifeOf({ servers, onError, times });
  const disk = waitingDisk(realDisk, life.sure);
  const claims = openClaims({ servers, files, life });
  const staging = stagingFolderIn(files);
  const sweeper = openSweeper({
    catalog,
    files,
    staging,
    disk,
    goneMs: times.goneMs,
    onSwept: (server) => logger?.warn({ server }, "a server has gone; what it left is in order"),
    onError: warn("cannot clean up after another server yet"),
  });
  const stop = new AbortController();
  const { signal } = stop;
  const living = (async () => {
    while (!signal.aborted) {
      await life.renew();
      if (life.isSteady()) sweeper.sweep();
      if (life.isSure()) claims.returnLeft();
      await pause(times.renewMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  })();
  const stagingFolder = join(staging, servers.id);
  return {
    take: claims.take,
    disk,
    stagingFolder,
    stagingFolders: () => stagingFoldersIn(staging),
    isRecorded: (change) =>
      isRecorded(change, catalog, life, warn("what became of a change of files is not known yet")),
    lost: life.lost,
    close: async () => {
      stop.abort();
      await living;
      await sweeper.settled();
      await claims.settled();
      if (!life.isLost()) await rm(stagingFolder, { recursive: true, force: true });
    },
  };
}

async function isRecorded(
  change: string,
  catalog: SharedCatalog,
  life: Life,
  onError: (error: unknown) => void,
): Promise<boolean> {
  for (;;) {
    if (life.isLost()) throw lostServer();
    try {
      return (await catalog.readSettled(recordedChanges)).has(change);
    } catch (error) {
      onError(error);
    }
    await pause(limits.retryPauseMs);
  }
}
