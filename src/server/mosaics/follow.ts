/**
 * Resolves a path without accessing anything outside the allowed folders: a link that leaves them
 * ends the search.
 */
import { lstat, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { Stats } from "node:fs";
import { harvest } from "../../model/limits.ts";
import { errorCodeOf } from "./disk.ts";
import { entranceOf, isAllowed, namesOf, type Roots } from "./roots.ts";

/** `path` is absolute, without links and dots. */
export type Followed =
  | { readonly end: "found"; readonly path: string; readonly stats: Stats }
  | { readonly end: "outside" }
  | { readonly end: "missing" }
  | { readonly end: "unreadable" };

/** Codes for names that cannot exist. */
const MISSING: readonly string[] = ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EILSEQ", "EINVAL"];

/** Throws only disk errors such as EIO. */
export async function follow(roots: Roots, path: string): Promise<Followed> {
  const entrance = entranceOf(roots, path);
  if (entrance === undefined) return { end: "outside" };
  try {
    return await followNames(roots, entrance.folder, [...entrance.names]);
  } catch (error) {
    const code = errorCodeOf(error) ?? "";
    if (MISSING.includes(code)) return { end: "missing" };
    if (code === "EACCES" || code === "EPERM") return { end: "unreadable" };
    throw error;
  }
}

async function followNames(roots: Roots, start: string, names: string[]): Promise<Followed> {
  let path = start;
  let stats = await lstat(path);
  let links = 0;
  while (names.length > 0) {
    if (!stats.isDirectory()) return { end: "missing" };
    const name = names.shift() ?? "";
    const next = name === ".." ? dirname(path) : join(path, name);
    if (!isAllowed(roots, next)) return { end: "outside" };
    const found = await lstat(next);
    if (!found.isSymbolicLink()) {
      path = next;
      stats = found;
      continue;
    }
    if (++links > harvest.links) return { end: "missing" };
    const target = await readlink(next);
    if (isAbsolute(target)) {
      const entrance = entranceOf(roots, target);
      if (entrance === undefined) return { end: "outside" };
      path = entrance.folder;
      stats = await lstat(path);
      names = [...entrance.names, ...names];
    } else {
      names = [...namesOf(target), ...names];
    }
  }
  return { end: "found", path, stats };
}
