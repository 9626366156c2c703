/** Locks on folders of stores across all servers of a catalog. */
import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { http, postgres as limits } from "../../model/limits.ts";
import { filesBusy, folderLocks, type TakeLock } from "../mosaics/locks.ts";
import type { ServerTable } from "../storage/postgres-servers.ts";
import type { Life } from "./life.ts";

export interface Claims {
  readonly take: TakeLock;
  /** Retries releases that failed. */
  readonly returnLeft: () => void;
  readonly settled: () => Promise<void>;
}

export interface ClaimParts {
  readonly servers: Pick<ServerTable, "claim" | "giveBack">;
  /** The folder that all servers share. */
  readonly files: string;
  readonly life: Pick<Life, "isLost">;
}

export function openClaims({ servers, files, life }: ClaimParts): Claims {
  const local = folderLocks();
  const left = new Set<string>();
  const under = new Set<Promise<void>>();
  // Servers may have different paths for the shared folder.
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
      // It is retried by `returnLeft`.
    }
  };
  /** Releases the local lock last: a claim taken earlier would be given back, too. */
  const giveBack = (path: string, release: () => void) => {
    left.add(path);
    const returning = returned(path).then(release);
    under.add(returning);
    void returning.then(() => under.delete(returning));
  };
  return {
    take: async (path, waitMs = http.uploadWaitMs) => {
      const release = await local(path, waitMs);
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
