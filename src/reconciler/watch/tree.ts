/**
 * A digest of the watched folders that changes with every change in them, and the wait until it
 * stays the same: only whole trees are loaded.
 */
import { readdirSync, statSync, type BigIntStats } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { digestOfValue } from "../../model/digest.ts";
import { compareText } from "../../model/address.ts";
import { watch as limits } from "../../model/limits.ts";

/** Temporary names of editors and Git, hidden names, and what is never loaded. */
const PASSING = /^\.|^node_modules$|~$|^#.*#$|\.sw[a-px]$|^4913$/;

export function isPassing(path: string): boolean {
  return PASSING.test(basename(path));
}

/** The paths outside of the folders, made absolute. */
export function outside(paths: Iterable<string>, folders: readonly string[]): ReadonlySet<string> {
  const isInside = (path: string): boolean =>
    folders.some((folder) => {
      const parts = relative(resolve(folder), path).split(sep);
      return parts[0] !== ".." && !parts.some(isPassing);
    });
  return new Set([...paths].map((path) => resolve(path)).filter((path) => !isInside(path)));
}

/** Digest of names, sizes and times under some paths, including read errors. */
export function stampOf(paths: Iterable<string>): string {
  const lines: string[] = [];
  for (const path of paths) addTo(lines, path, []);
  return digestOfValue(lines.toSorted(compareText));
}

/** `inside` holds the parent folders: links back into them are not followed. */
function addTo(lines: string[], path: string, inside: readonly string[]): void {
  try {
    const stats = statSync(path, { bigint: true });
    lines.push(`${path} ${identityOf(stats)}`);
    const place = `${stats.dev}:${stats.ino}`;
    if (!stats.isDirectory() || inside.includes(place)) return;
    for (const name of readdirSync(path))
      if (!isPassing(name)) addTo(lines, join(path, name), [...inside, place]);
  } catch (error) {
    lines.push(`${path} ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** A folder's own times also change with irrelevant files. */
function identityOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return "folder";
  return [stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].join(" ");
}

interface StabilityInput {
  readonly stamp: () => string;
  /** For example by Git's lock files. */
  readonly isBusy: () => boolean;
  /** The stamp of a folder that need not rest again. */
  readonly known: string | undefined;
  readonly quietMs: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
  /** Called once when the folder does not come to rest. */
  readonly onRestless: () => void;
}

/** The stamp, and the milliseconds of certain rest; undefined when the watch is to end. */
export async function waitUntilStable(input: StabilityInput) {
  const { quietMs, pause, interrupted } = input;
  let stamp = input.stamp();
  if (stamp === input.known && !input.isBusy()) return { stamp, restedMs: 0 };
  for (let waited = 0; !interrupted(); waited += quietMs) {
    await pause(quietMs);
    const now = input.stamp();
    if (now === stamp && !input.isBusy()) return { stamp, restedMs: quietMs };
    if (waited < limits.restlessMs && waited + quietMs >= limits.restlessMs) input.onRestless();
    stamp = now;
  }
  return undefined;
}
