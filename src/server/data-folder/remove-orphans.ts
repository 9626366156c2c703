/** Deletes files that starts have set aside; nothing else does. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { orphansFolder } from "../mosaics/orphans.ts";

/** The files that were set aside. */
export interface Orphans {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

/** Counts them. */
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

/** Deletes them. */
export async function removeOrphans({ folder }: Orphans): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
