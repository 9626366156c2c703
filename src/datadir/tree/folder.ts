/** A data directory on disk. Links are followed only inside of it. */
import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import { isRead, joined, type FileTree, type ReportFile, type TreeEntry } from "./file-tree.ts";

/**
 * The tree of a folder. `report` receives links that leave it, and unreadable files. Throws errors
 * of the file system.
 */
export async function folderTree(path: string, report: ReportFile): Promise<FileTree> {
  const root = await realpath(path);
  const forbidden = (file: string) => (error: unknown) => {
    if (isForbidden(error)) report(file, "may not be read by this account");
    return absent(error);
  };
  return {
    list: async (folder) => {
      const place = await confined(root, folder);
      if (place === undefined) return undefined;
      const found = await readdir(place, { withFileTypes: true }).catch(forbidden(folder));
      if (found === undefined) return undefined;
      const about = { root, folder, place, report };
      const entries = await Promise.all(found.map((one) => entryOf(one, about)));
      return entries
        .filter((one) => one !== undefined)
        .toSorted((a, b) => compareText(a.name, b.name));
    },
    read: async (file) => {
      const place = await confined(root, file);
      const about = place === undefined ? undefined : await stat(place).catch(absent);
      if (place === undefined || about?.isFile() !== true) return undefined;
      return isRead(file, about.size) ? readFile(place).catch(forbidden(file)) : undefined;
    },
  };
}

interface Listed {
  readonly root: string;
  readonly folder: string;
  /** The real path of the folder. */
  readonly place: string;
  readonly report: ReportFile;
}

async function entryOf(found: Dirent, about: Listed): Promise<TreeEntry | undefined> {
  const { name } = found;
  const path = joined(about.folder, name);
  // Only a link can leave a folder that is inside.
  const isLink = found.isSymbolicLink();
  const place = isLink ? await confined(about.root, path) : join(about.place, name);
  if (place === undefined) {
    about.report(path, "is a link that leaves the directory, or leads nowhere");
    return undefined;
  }
  const type = isLink ? await stat(place).catch(absent) : found;
  if (type?.isDirectory() === true) return { name, type: "folder", bytes: 0 };
  const file = type?.isFile() === true ? await stat(place).catch(absent) : undefined;
  return file === undefined ? undefined : { name, type: "file", bytes: file.size };
}

/** The real path; undefined if it does not exist or leaves the directory. */
async function confined(root: string, path: string): Promise<string | undefined> {
  if (path.includes("\0") || path.split("/").includes("..")) return undefined;
  const place = await realpath(join(root, path)).catch(absent);
  if (place === undefined) return undefined;
  return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)
    ? place
    : undefined;
}

/** Missing and forbidden files are undefined; other errors are thrown. */
function absent(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (ABSENT.has(code ?? "")) return undefined;
  throw error;
}

function isForbidden(error: unknown): boolean {
  return FORBIDDEN.includes((error as NodeJS.ErrnoException).code ?? "");
}

const FORBIDDEN = ["EACCES", "EPERM"];
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", ...FORBIDDEN]);
