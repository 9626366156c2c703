/**
 * When files and catalog go together, and when not: changes of files hold a lock that they share, a
 * backup takes it alone for a moment. A second lock lets changes wait as soon as a backup waits, so
 * that it gets its turn whatever comes (docs/decisions/0033-backups.md).
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { changeGate as limits, http } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { isLockFileHeld, takeLockFile, type LockFile } from "./lock-file.ts";

/** Lets changes of files in. */
export interface ChangeGate {
  /** Waits while a backup looks; gives what ends the change. Refuses with busy when that takes too long. */
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
 * Waits until no change of files is under way, and keeps others waiting until the lock is released.
 * Throws Error with a text for the operator when that takes too long.
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
