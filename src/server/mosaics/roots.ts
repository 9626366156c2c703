/**
 * The folders that clients may name files in: the data folder and the operator's granule roots. A
 * path is checked as text against their given and real paths before any disk access, so that
 * clients cannot probe files outside.
 */
import { realpath, stat } from "node:fs/promises";
import { join, parse, resolve, sep } from "node:path";
import { errorCodeOf } from "./disk.ts";

interface Root {
  readonly given: string;
  readonly real: string;
}

export interface Roots {
  /** Without symbolic links. */
  readonly data: string;
  readonly all: readonly Root[];
}

/**
 * Prefixes of case-folded names in the data folder that clients must not read: database and
 * journals, the folder's lock (opening it would release it), notes, passwords, orphans and incoming
 * bodies. Folders with such a prefix are excluded, too.
 */
const RESERVED: readonly string[] = [
  ".orphans",
  "catalog.closed",
  "catalog.db",
  "catalog.files",
  "catalog.lock",
  "keystore",
  "initial-admin-password",
  "staging",
];

/** Throws Error with a message for the operator. */
export async function openRoots(dataFolder: string, given: readonly string[]): Promise<Roots> {
  const data = await realpath(dataFolder);
  const roots: Root[] = [{ given: resolve(dataFolder), real: data }];
  for (const folder of given) roots.push(await openRoot(folder, data));
  return { data, all: roots };
}

async function openRoot(folder: string, data: string): Promise<Root> {
  const refuse = (problem: string) =>
    new Error(`The granule root ${JSON.stringify(folder)} ${problem}; give another folder`);
  if (folder === "") throw refuse("is empty");
  const path = resolve(folder);
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory()) throw refuse("is no folder");
    if (real === parse(real).root) throw refuse("is the whole disk");
    if (isReserved(data, real)) throw refuse("is kept for the server itself");
    return { given: path, real };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    throw refuse(code === "ENOENT" ? "does not exist" : `cannot be used (${code})`);
  }
}

export interface Entrance {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Finds the innermost allowed folder above an absolute path. */
export function entranceOf({ all }: Roots, path: string): Entrance | undefined {
  const names = namesOf(path);
  let found: { readonly depth: number; readonly real: string } | undefined;
  for (const { given, real } of all) {
    for (const spelling of [given, real]) {
      const own = namesOf(spelling);
      const isBelow = own.every((name, index) => names[index] === name);
      if (isBelow && own.length >= (found?.depth ?? 0)) found = { depth: own.length, real };
    }
  }
  return found && { folder: found.real, names: names.slice(found.depth) };
}

/** Omits empty names and dots. */
export function namesOf(path: string): readonly string[] {
  return path.split(sep).filter((name) => name !== "" && name !== ".");
}

/** The path must have no links and dots. */
export function isAllowed({ data, all }: Roots, path: string): boolean {
  return all.some(({ real }) => isWithin(real, path)) && !isReserved(data, path);
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : join(folder, sep));
}

function isReserved(data: string, path: string): boolean {
  if (path === data || !isWithin(data, path)) return false;
  const [first = ""] = namesOf(path.slice(data.length));
  const folded = first.normalize("NFC").toLowerCase();
  return RESERVED.some((name) => folded.startsWith(name));
}
