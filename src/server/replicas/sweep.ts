/**
 * Repairs what gone servers left: completes recorded changes of files, and undoes all others. One
 * live server repairs each.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { recordedChanges } from "../catalog/mosaic.ts";
import { ABSENT, unless, type Disk } from "../mosaics/disk.ts";
import { recoverChanges } from "../mosaics/journal.ts";
import type { SharedCatalog } from "../storage/postgres.ts";

export interface SweepParts {
  readonly catalog: SharedCatalog;
  /** The folder that all servers share. */
  readonly files: string;
  /** The folder inside `files` with the staging folders of servers, named by their ids. */
  readonly staging: string;
  readonly disk: Disk;
  /** A server without a heartbeat for this long is gone. */
  readonly goneMs: number;
  readonly onSwept: (server: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Runs at most one sweep at a time. */
export interface Sweeper {
  readonly sweep: () => void;
  readonly settled: () => Promise<void>;
}

export function openSweeper(parts: SweepParts): Sweeper {
  let running: Promise<void> | undefined;
  const sweep = async () => {
    try {
      await sweepServers(parts);
      await sweepFolders(parts);
    } catch (error) {
      parts.onError(error);
    } finally {
      running = undefined;
    }
  };
  return {
    sweep: () => void (running ??= sweep()),
    settled: async () => running,
  };
}

async function sweepServers(parts: SweepParts): Promise<void> {
  const { catalog, staging, goneMs, onSwept } = parts;
  for (;;) {
    const gone = await catalog.servers.takeGone(goneMs);
    if (gone === undefined) return;
    await putInOrder(parts, join(staging, gone));
    await catalog.failHarvests(gone);
    await catalog.servers.forget(gone);
    onSwept(gone);
  }
}

/** Folders of servers unknown to the catalog, as after a restore of its database. */
async function sweepFolders(parts: SweepParts): Promise<void> {
  const { catalog, files, staging } = parts;
  const folders = await stagingFoldersIn(staging);
  const known = await catalog.servers.known();
  for (const folder of folders) {
    const name = relative(files, folder);
    if (known.has(basename(folder)) || !(await catalog.servers.claim(name))) continue;
    await putInOrder(parts, folder);
    await catalog.servers.giveBack(name);
  }
}

async function putInOrder({ catalog, files, disk }: SweepParts, folder: string): Promise<void> {
  const recorded = await catalog.readSettled(recordedChanges);
  await recoverChanges(files, { staging: folder, recorded, disk });
  await rm(folder, { recursive: true, force: true });
}

/** The staging folders of all servers. */
export async function stagingFoldersIn(staging: string): Promise<readonly string[]> {
  const names = (await unless(ABSENT, () => readdir(staging))) ?? [];
  return names.map((name) => join(staging, name));
}
