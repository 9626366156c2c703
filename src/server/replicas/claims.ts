/** Folders of stores that one server changes at a time, among all servers of a catalog. */
import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { http, postgres as limits } from "../../model/limits.ts";
import { filesBusy, folderLocks, type TakeLock } from "../mosaics/locks.ts";
import type { ServerTable } from "../storage/postgres-servers.ts";
import type { Life } from "./life.ts";

/** Folders that this server has among all. */
export interface Claims {
  readonly take: TakeLock;
  /** Gives back what could not be given back at its time. */
  readonly returnLeft: () => void;
  readonly settled: () => Promise<void>;
}

/** What claims need. */
export interface ClaimParts {
  readonly servers: Pick<ServerTable, "claim" | "giveBack">;
  /** The folder that all servers have. */
  readonly files: string;
  readonly life: Pick<Life, "isLost">;
}

/** No claims yet. */
export function openClaims({ servers, files, life }: ClaimParts): Claims {
  const local = folderLocks();
  const left = new Set<string>();
  const under = new Set<Promise<void>>();
  // Servers may know the folder that they share by different paths.
  const nameOf = (path: string) => relative(files, path);
  const claim = async (path: string, waitMs: number) => {
    const until = performance.now() + waitMs;
    while (!(await servers.claim(nameOf(path)))) {
      if (performance.now() >= until) throw filesBusy();
      await pause(limits.claimPauseMs);
    }
    left.delete(path);
  };
  const returned = async (path: string) => {
    if (life.isLost()) return;
    try {
      await servers.giveBack(nameOf(path));
      left.delete(path);
    } catch {
      // It is given back when the database is there again.
    }
  };
  /** Whoever in this server is next has to wait for it: a claim that comes too soon would be given back. */
  const giveBack = (path: string, release: () => void) => {
    left.add(path);
    const returning = returned(path).then(release);
    under.add(returning);
    void returning.then(() => under.delete(returning));
  };
  return {
    take: async (path, waitMs = http.uploadWaitMs) => {
      const release = await local(path);
      try {
        await claim(path, waitMs);
      } catch (error) {
        release();
        throw error;
      }
      return () => giveBack(path, release);
    },
    returnLeft: () => {
      for (const path of left)
        void local(path).then(
          (release) => (left.has(path) ? giveBack(path, release) : release()),
          () => undefined,
        );
    },
    settled: async () => void (await Promise.all(under)),
  };
}
