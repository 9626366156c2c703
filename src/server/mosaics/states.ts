/**
 * Which state of which catalog the files of stores go with: how a start sees that its catalog is
 * older than they are, or another one. Only the ends of ownerships are read.
 */
import { open } from "node:fs/promises";
import { join, relative } from "node:path";
import { ownership as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ABSENT, unless, type Disk } from "./disk.ts";
import { openChanges } from "./journal.ts";
import { addState, OWNERSHIP, parseHead, parseJson, stateIn } from "./ownership.ts";
import { placeFolder, stagingFolderIn } from "./places.ts";
import { storeFolders } from "./store-files.ts";

/** What the files of one store say. */
export interface StatedFolder {
  /** Relative to the data folder. */
  readonly folder: string;
  /** Undefined for folders of versions before 0.2. */
  readonly state: CatalogState | undefined;
}

/**
 * What the folders of stores say that are in use; what was released says nothing. A change that is
 * not ended yet, in one of the staging folders, is passed over, since the catalog may not know of it.
 * Throws what `openChanges` does.
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

/**
 * Says of folders that they go with this catalog from now on; for those that said something else. Nobody changes a
 * folder while `alone` runs.
 */
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

/** The first and the last line of a file, of which only so many bytes count. */
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
