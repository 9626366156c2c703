/** Where a soak has come to: kept between runs, so that each goes on with seeds that no run has tried. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../../.plumbline/simulation.json", import.meta.url));

/** Seeds that were tried, and those of them that failed. */
export interface Progress {
  readonly tried: number;
  readonly failed: readonly number[];
}

/** What earlier runs came to; a first run begins behind the seeds of a proof. */
export function readProgress(first: number): Progress {
  try {
    return JSON.parse(readFileSync(FILE, "utf8")) as Progress;
  } catch {
    return { tried: first, failed: [] };
  }
}

/** Keeps it. */
export function writeProgress(progress: Progress): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(progress)}\n`);
}
