/**
 * The folders that clients may name files in: the data folder and those that the operator gave.
 * A path is inside when its text is below one of them, as they were spelled or as they really are;
 * that is decided before the disk is asked, so that nothing outside can be found out by asking.
 */
import { realpath, stat } from "node:fs/promises";
import { join, parse, resolve, sep } from "node:path";
import { errorCodeOf } from "./disk.ts";

/** A folder as it was given, absolute, and where it really is. */
interface Root {
  readonly given: string;
  readonly real: string;
}

/** The allowed folders. */
export interface Roots {
  /** The data folder, without symbolic links. */
  readonly data: string;
  readonly all: readonly Root[];
}

/**
 * What lies in the data folder and is no client's business, by the start of its folded name: the
 * database with its journals, the lock of the folder (which who opens it would let go), notes, the keystore
 * password, the administrator's password, what was set aside, bodies that are still arriving. A folder of which one of
 * these names is the start is out of bounds as well.
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

/** Checks the folders and finds where they really are. Throws Error with a text for the operator. */
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

/** Where a path enters the allowed folders: the real folder, and the names from there on. */
export interface Entrance {
  readonly folder: string;
  readonly names: readonly string[];
}

/** The innermost allowed folder that an absolute path is written below; undefined when none is. */
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

/** The names in a path; what names nothing is left out. */
export function namesOf(path: string): readonly string[] {
  return path.split(sep).filter((name) => name !== "" && name !== ".");
}

/** Whether a path without links and dots is in an allowed folder and not the server's own. */
export function isAllowed({ data, all }: Roots, path: string): boolean {
  return all.some(({ real }) => isWithin(real, path)) && !isReserved(data, path);
}

/** Whether a path is a folder or below it; both without links and dots. */
function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : join(folder, sep));
}

function isReserved(data: string, path: string): boolean {
  if (path === data || !isWithin(data, path)) return false;
  const [first = ""] = namesOf(path.slice(data.length));
  const folded = first.normalize("NFC").toLowerCase();
  return RESERVED.some((name) => folded.startsWith(name));
}
