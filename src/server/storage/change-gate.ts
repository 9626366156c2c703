/**
 * Coordinates changes of files with backups by a lock that changes share and a backup takes
 * exclusively. A second lock holds new changes back while a backup waits
 * (docs/decisions/0033-backups.md).
 */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { changeGate as limits, http } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { takeLockFile, type LockFile } from "./lock-file.ts";

const gateIn = (folder: string) => join(folder, "catalog.lock.gate");
const changesIn = (folder: string) => join(folder, "catalog.lock.changes");

/**
 * Begins a change of the files of a data folder, which lasts until the release. Waits during a
 * backup; refuses with busy after too long a wait.
 */
export function enterChange(folder: string): Promise<LockFile> {
  const tryEnter = () => {
    const gate = takeLockFile(gateIn(folder), { mode: "shared", waitMs: 0 });
    if (gate === undefined) return undefined;
    try {
      return takeLockFile(changesIn(folder), { mode: "shared", waitMs: 0 });
    } finally {
      gate.release();
    }
  };
  const message = "A backup has not begun to copy for too long";
  return taken(tryEnter, http.uploadWaitMs, () => new CatalogError("busy", message));
}

/**
 * Waits for file changes to end, and holds new ones back until release. Throws Error with a text
 * for the operator after too long a wait.
 */
export async function quietFiles(folder: string): Promise<LockFile> {
  using locks = new DisposableStack();
  locks.defer((await takeAlone(gateIn(folder))).release);
  locks.defer((await takeAlone(changesIn(folder))).release);
  const held = locks.move();
  return { release: () => held.dispose() };
}

function takeAlone(path: string): Promise<LockFile> {
  const message = `Files were being changed for more than ${limits.quietMs / 1_000} s; try again later`;
  const take = () => takeLockFile(path, { mode: "exclusive", waitMs: 0 });
  return taken(take, limits.quietMs, () => new Error(message));
}

async function taken(
  take: () => LockFile | undefined,
  waitMs: number,
  refusal: () => Error,
): Promise<LockFile> {
  const until = performance.now() + waitMs;
  for (;;) {
    const lock = take();
    if (lock !== undefined) return lock;
    if (performance.now() > until) throw refusal();
    await setTimeout(limits.pauseMs);
  }
}
