/** Deleting what starts set aside: the only thing that deletes it. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { orphansFolder } from "../mosaics/orphans.ts";

/** What lies there. */
export interface Orphans {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

/** Counts what was set aside in a data folder. */
export async function findOrphans(dataFolder: string): Promise<Orphans> {
  const folder = orphansFolder(dataFolder);
  let [files, bytes] = [0, 0];
  for (const entry of await entriesOf(folder)) {
    if (!entry.isFile()) continue;
    files++;
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return { folder, files, bytes };
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Deletes it, and nothing else. */
export async function removeOrphans({ folder }: Orphans): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
