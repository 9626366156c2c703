/** Catalog states in ownership files, for detecting an older or different catalog at the start. */
import { open } from "node:fs/promises";
import { join, relative } from "node:path";
import { ownership as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";
import { openChanges } from "./journal.ts";
import { addState, OWNERSHIP, parseHead, parseJson, stateIn } from "./ownership.ts";
import { placeFolder, stagingFolderIn } from "./places.ts";
import { storeFolders } from "./store-files.ts";

/** The state in a store's folder. */
export interface StatedFolder {
  /** Relative to the data folder. */
  readonly folder: string;
  /** Undefined before version 0.2. */
  readonly state: CatalogState | undefined;
}

/**
 * Reads the states of folders in use, without released ones. States of unfinished changes are
 * skipped, since the catalog may not have recorded them. Throws as `openChanges` does.
 */
export async function statedFolders(
  dataFolder: string,
  stagingFolders: readonly string[] = [stagingFolderIn(dataFolder)],
): Promise<readonly StatedFolder[]> {
  const ends = new Map<string, number | undefined>();
  for (const { change } of (await Promise.all(stagingFolders.map(openChanges))).flat()) {
    const owned = change.action === "merge" ? change.owned : undefined;
    ends.set(placeFolder(dataFolder, change.place), owned);
  }
  const stated: StatedFolder[] = [];
  for (const folder of await storeFolders(dataFolder)) {
    const end = ends.get(folder);
    if (ends.has(folder) && end === undefined) continue;
    const found = await unless(ABSENT, () => readEnds(join(folder, OWNERSHIP), end));
    if (found === undefined || parseHead(found.head)?.released !== false) continue;
    const state = stateIn(parseJson(found.last));
    stated.push({ folder: relative(dataFolder, folder), state });
  }
  return stated;
}

/** Appends this catalog's state to folders with another one. `alone` locks a folder. */
export async function stateFolders(
  disk: Disk,
  stated: readonly StatedFolder[],
  { dataFolder, state, alone }: StateJob,
): Promise<void> {
  for (const { folder: name, state: before } of stated) {
    if (before?.catalog === state.catalog && before.revision <= state.revision) continue;
    const folder = join(dataFolder, name);
    await alone(folder, () => addState(disk, folder, state));
  }
}

interface StateJob {
  readonly dataFolder: string;
  readonly state: CatalogState;
  readonly alone: (folder: string, work: () => Promise<void>) => Promise<void>;
}

/** Reads the first and last line of the first `end` bytes. */
async function readEnds(
  path: string,
  end: number | undefined,
): Promise<{ readonly head: string; readonly last: string }> {
  const handle = await open(path, "r");
  try {
    const size = end ?? (await handle.stat()).size;
    const read = async (from: number, bytes: number) => {
      const length = Math.max(0, Math.min(bytes, size - from));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead).toString("utf8");
    };
    const [head = ""] = (await read(0, limits.headBytes)).split("\n", 1);
    const tail = await read(Math.max(0, size - limits.tailBytes), limits.tailBytes);
    return { head, last: tail.trimEnd().split("\n").at(-1) ?? "" };
  } finally {
    await handle.close();
  }
}
