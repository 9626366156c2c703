/**
 * Before the tests: temporary folders lie in memory where there is room, so that a test does not wait
 * for disks. Processes that are killed lose nothing by it; what concerns disks mounts its own.
 */
import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** Bytes that a run may need, at its full counts and with what a test that fails leaves behind. */
const NEEDED = 4 * 1024 ** 3;

const PREFIX = "plumbline-run-";

/** Called by vitest, once for a run; ends with the folder and all that is in it. */
export function setup(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return undefined;
  removeLeftBehind();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  // Databases run as another account, and pass through.
  mkdirSync(folder, { mode: 0o755 });
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED && freemem() >= NEEDED;
  } catch {
    return false;
  }
}

/** Folders of runs that were killed. What such a run has mounted there stays, and its folder with it. */
function removeLeftBehind(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch (error) {
      console.error(`left in memory: ${String(error)}`);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
