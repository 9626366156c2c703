/**
 * Marks the destination of an unfinished catalog copy: no server starts on it, and the next copy
 * may delete its content (docs/decisions/0082-catalog-copy.md).
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../storage/sync-path.ts";

const NAME = "catalog.copy.json";

/** The copy in progress. */
export interface UnfinishedCopy {
  readonly catalog: string;
}

/** Writes the mark durably. Throws file system errors. */
export function markUnfinished(folder: string, copy: UnfinishedCopy): void {
  const path = join(folder, NAME);
  writeFileSync(`${path}.next`, `${JSON.stringify(copy)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.next`, path);
  syncFolder(folder);
}

/** The mark of a folder; undefined without one. */
export function readUnfinished(folder: string): UnfinishedCopy | undefined {
  try {
    const found = JSON.parse(readFileSync(join(folder, NAME), "utf8")) as Partial<UnfinishedCopy>;
    return { catalog: String(found.catalog) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes the mark once the copy is complete or deleted. */
export function removeMark(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
  syncFolder(folder);
}

/**
 * At a start: removes the mark of a complete copy, where `isWhole` says so. Throws Error with a
 * text for the operator for any other mark.
 */
export async function finishCopy(
  folder: string,
  isWhole: (copy: UnfinishedCopy) => boolean | Promise<boolean>,
): Promise<void> {
  const found = readUnfinished(folder);
  if (found === undefined) return;
  if (!(await isWhole(found)))
    throw new Error(
      `A catalog is being copied into ${folder}, or an earlier copy was interrupted. Nothing was changed. Run plumbline catalog copy again; it starts from the beginning`,
    );
  removeMark(folder);
}
