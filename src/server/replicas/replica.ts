/**
 * One of several servers of a catalog: it says that it works, lets one server change the files of a store at a time,
 * and puts in order what servers that have gone left half done (docs/decisions/0081-several-servers.md).
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

/** A server among others. */
export interface Replica {
  /** Lets one change the folder of a store at a time, among all servers. */
  readonly take: TakeLock;
  /** Changes files, and waits with that while others might take this server for gone. */
  readonly disk: Disk;
  /** Where its files wait that no store has yet. */
  readonly stagingFolder: string;
  /** Those of all servers. */
  readonly stagingFolders: () => Promise<readonly string[]>;
  /** Whether the catalog has recorded a change of files; asks until it is known. */
  readonly isRecorded: (change: string) => Promise<boolean>;
  /** Resolves with the reason when others took this server for gone: it changes nothing any more. */
  readonly lost: Promise<string>;
  /** Ends it, before its catalog is closed. */
  readonly close: () => Promise<void>;
}

/** What a replica works with. */
export interface ReplicaParts {
  readonly catalog: SharedCatalog;
  /** The folder that all servers have, without links. */
  readonly files: string;
  readonly logger?: FastifyBaseLogger | undefined;
  /** The usual ones by default. */
  readonly times?: ReplicaTimes | undefined;
}

/** Begins to say that the server of a catalog works. */
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
    onError: warn("what another server left cannot be put in order yet"),
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
