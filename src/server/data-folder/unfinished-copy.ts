/**
 * A mark in a folder into which a catalog is copied: until the copy is whole no server starts on it, and the next copy
 * may throw away what lies there (docs/decisions/0082-catalog-copy.md).
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../storage/sync-path.ts";

const NAME = "catalog.copy.json";

/** What is being copied. */
export interface UnfinishedCopy {
  /** The id of the catalog. */
  readonly catalog: string;
}

/** Marks a folder; the mark is on disk when this returns. Throws what the file system says. */
export function markUnfinished(folder: string, copy: UnfinishedCopy): void {
  const path = join(folder, NAME);
  const descriptor = openSync(`${path}.next`, "w", 0o600);
  try {
    writeFileSync(descriptor, `${JSON.stringify(copy)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${path}.next`, path);
  syncFolder(folder);
}

/** The mark of a folder; undefined where none is. */
export function readUnfinished(folder: string): UnfinishedCopy | undefined {
  try {
    const found = JSON.parse(readFileSync(join(folder, NAME), "utf8")) as Partial<UnfinishedCopy>;
    return { catalog: String(found.catalog) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Takes the mark away: what lies there is whole, or gone. */
export function removeMark(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
  syncFolder(folder);
}

/**
 * At a start: takes the mark of a whole copy away, which was cut off at its very end. Throws Error, with a text for the
 * operator, for any other. `isWhole` is asked where there is a mark.
 */
export async function finishCopy(
  folder: string,
  isWhole: (copy: UnfinishedCopy) => boolean | Promise<boolean>,
): Promise<void> {
  const found = readUnfinished(folder);
  if (found === undefined) return;
  if (!(await isWhole(found)))
    throw new Error(
      `A catalog is being copied into ${folder}, or that was cut off. Nothing was changed. Run plumbline catalog copy again; it begins anew`,
    );
  removeMark(folder);
}
