/**
 * Coordinates changes of files with backups by a lock that changes share and a backup takes
 * exclusively. A second lock holds new changes back while a backup waits
 * (docs/decisions/0033-backups.md).
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { changeGate as limits, http } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { isLockFileHeld, takeLockFile, type LockFile } from "./lock-file.ts";

export interface ChangeGate {
  /**
   * Waits during a backup; the returned function ends the change. Refuses with busy after too long
   * a wait.
   */
  readonly enter: () => Promise<() => void>;
}

const pathsOf = (folder: string) => ({
  gate: join(folder, "catalog.lock.gate"),
  changes: join(folder, "catalog.lock.changes"),
});

/** The gate of a data folder, for its server. */
export function openChangeGate(folder: string): ChangeGate {
  const paths = pathsOf(folder);
  let held: LockFile | undefined;
  let under = 0;
  const leave = () => {
    under--;
    if (under > 0) return;
    held?.release();
    held = undefined;
  };
  const tryEnter = () => {
    if (held !== undefined) return !isLockFileHeld(paths.gate);
    const gate = takeLockFile(paths.gate, { mode: "shared", waitMs: 0 });
    if (gate === undefined) return false;
    held = takeLockFile(paths.changes, { mode: "shared", waitMs: 0 });
    gate.release();
    return held !== undefined;
  };
  return {
    enter: async () => {
      const until = performance.now() + http.uploadWaitMs;
      while (!tryEnter()) {
        if (performance.now() > until)
          throw new CatalogError("busy", "A backup has not begun to copy for too long");
        await setTimeout(limits.pauseMs);
      }
      under++;
      let isUnder = true;
      return () => {
        if (isUnder) leave();
        isUnder = false;
      };
    },
  };
}

/**
 * Waits for file changes to end, and holds new ones back until release. Throws Error with a text
 * for the operator after too long a wait.
 */
export async function quietFiles(folder: string): Promise<LockFile> {
  const { gate, changes } = pathsOf(folder);
  const closed = await takeAlone(gate);
  try {
    const quiet = await takeAlone(changes);
    const release = () => {
      quiet.release();
      closed.release();
    };
    return { release };
  } catch (error) {
    closed.release();
    throw error;
  }
}

async function takeAlone(path: string): Promise<LockFile> {
  const until = performance.now() + limits.quietMs;
  for (;;) {
    const lock = takeLockFile(path, { mode: "exclusive", waitMs: 0 });
    if (lock !== undefined) return lock;
    if (performance.now() > until) {
      const seconds = limits.quietMs / 1_000;
      throw new Error(`Files were being changed for more than ${seconds} s; try again later`);
    }
    await setTimeout(limits.pauseMs);
  }
}
