/** The watched folders as they lie there: one short text that is another one after every change. */
import { readdirSync, statSync, type BigIntStats } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { digestOfValue } from "../../model/digest.ts";
import { compareText } from "../../model/address.ts";

/** Names that editors and Git leave behind for a moment, hidden ones, and what is never loaded. */
const PASSING = /^\.|^node_modules$|~$|^#.*#$|\.sw[a-px]$|^4913$/;

/** Whether a file or folder of this name says nothing about the manifests. */
export function isPassing(path: string): boolean {
  return PASSING.test(basename(path));
}

/** The paths that are not looked at with the folders, as whole paths. */
export function outside(paths: Iterable<string>, folders: readonly string[]): ReadonlySet<string> {
  const isInside = (path: string): boolean =>
    folders.some((folder) => {
      const parts = relative(resolve(folder), path).split(sep);
      return parts[0] !== ".." && !parts.some(isPassing);
    });
  return new Set([...paths].map((path) => resolve(path)).filter((path) => !isInside(path)));
}

/**
 * Names, sizes and times of everything under some paths, as a digest. What cannot be looked at is
 * part of it too.
 */
export function stampOf(paths: Iterable<string>): string {
  const lines: string[] = [];
  for (const path of paths) addTo(lines, path, []);
  return digestOfValue(lines.toSorted(compareText));
}

/** `inside` are the folders around, so that a link that leads back into one is not followed. */
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

/** A folder is what is in it: its own times change with files that do not matter. */
function identityOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return "folder";
  return [stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino].join(" ");
}
