/**
 * Reads files named by clients. Each folder is opened and checked, and its files are read through
 * the open folder, so that replacing it by a link has no effect.
 */
import { basename, dirname, join } from "node:path";
import { CatalogError } from "../catalog/errors.ts";
import type { GranuleFile, ReadFile, ReadGranules } from "../catalog/granule-file.ts";
import type { ConfinedFolder, MosaicFiles } from "../catalog/mosaic-files.ts";

/** Reads only files in allowed folders. */
export function confinedReader(
  files: Pick<MosaicFiles, "openFolder">,
  read: ReadGranules,
): ReadGranules {
  return async (job) => {
    const folders = await openAll(files, job.files);
    try {
      const readable: GranuleFile[] = [];
      const refused: ReadFile[] = [];
      for (const file of job.files) {
        const folder = folders.get(dirname(file.path));
        if (folder === undefined) continue;
        if (typeof folder === "string") refused.push({ file, reason: folder });
        else readable.push({ ...file, source: join(folder.readPath, basename(file.path)) });
      }
      const found = await read({ ...job, files: readable });
      return [...refused, ...(await verified(folders, found))];
    } finally {
      for (const folder of folders.values()) if (typeof folder !== "string") await folder.close();
    }
  };
}

/** Open folders by path, or error messages. */
type Folders = ReadonlyMap<string, ConfinedFolder | string>;

async function openAll(
  { openFolder }: Pick<MosaicFiles, "openFolder">,
  files: readonly GranuleFile[],
): Promise<Folders> {
  const folders = new Map<string, ConfinedFolder | string>();
  for (const path of new Set(files.map((file) => dirname(file.path)))) {
    folders.set(path, await orReason(() => openFolder(path)));
  }
  return folders;
}

async function verified(
  folders: Folders,
  found: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  const changed = new Map<string, string>();
  for (const [path, folder] of folders) {
    const reason = typeof folder === "string" ? folder : await orReason(folder.verify);
    if (typeof reason === "string") changed.set(path, reason);
  }
  return found.map((one) => {
    const reason = changed.get(dirname(one.file.path));
    return reason === undefined ? one : { file: one.file, reason };
  });
}

async function orReason<Result>(work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogError) return error.message;
    throw error;
  }
}
