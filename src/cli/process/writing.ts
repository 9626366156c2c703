/** Writes files and folders; errors name the path as the user gave it. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Diagnostic, fault } from "../../model/diagnostic.ts";

/** Mode of a data folder, which only the server may read. */
export const PRIVATE = 0o700;

class UnwritableError extends Error {
  readonly file: string;
  readonly code: string;

  constructor(file: string, code: string) {
    super(`${file} cannot be written (${code})`);
    this.name = "UnwritableError";
    this.file = file;
    this.code = code;
  }
}

/** Runs a write. Rejects with UnwritableError for a system error. */
export async function writing<Result>(
  file: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnwritable(file, error);
  }
}

/** Wraps a system error of a write; other errors are returned unchanged. */
export function asUnwritable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof UnwritableError || code === undefined
    ? error
    : new UnwritableError(file, code);
}

/**
 * Makes a folder and its parents one by one: Node's recursive mode never ends where the system
 * reports ENOENT for an existing folder, such as /proc. Throws UnwritableError.
 */
export function makeFolder(folder: string, mode?: number): void {
  const path = resolve(folder);
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw asUnwritable(folder, error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Checks early whether a file is writable; undefined if it is. */
export function unwritableFile(file: string): Diagnostic | undefined {
  const path = resolve(file);
  const above = dirname(path);
  if (isFolder(path)) return asDiagnostic(new UnwritableError(file, "EISDIR"));
  if (existsSync(above) && !isFolder(above))
    return asDiagnostic(new UnwritableError(file, "ENOTDIR"));
  try {
    accessSync(above, constants.W_OK);
    return undefined;
  } catch (error) {
    return unwritable(asUnwritable(file, error));
  }
}

/** Checks early whether a folder can be written or made. */
export function unwritableFolder(folder: string): Diagnostic | undefined {
  let path = resolve(folder);
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  if (isFolder(path)) return undefined;
  return asDiagnostic(new UnwritableError(folder, "ENOTDIR"));
}

/** The diagnostic of a failed write; undefined for other errors. */
export function unwritable(error: unknown): Diagnostic | undefined {
  return error instanceof UnwritableError ? asDiagnostic(error) : undefined;
}

const HINTS: Readonly<Record<string, string>> = {
  EACCES: "You may not write there.",
  EEXIST: "Something else exists there.",
  EISDIR: "A folder is there; name a file.",
  ENOENT: "Name a place in a folder that exists.",
  ENOSPC: "The disk is full.",
  ENOTDIR: "A part of the path is a file; name a place in a folder.",
  EPERM: "You may not write there.",
  EROFS: "Nothing can be written there: it is read-only.",
};

function asDiagnostic({ message, code }: UnwritableError): Diagnostic {
  const hint = HINTS[code] ?? "Name a place that can be written.";
  return fault("file-unwritable", message, { hint });
}

/**
 * Writes a file durably, with fsync and rename; follows links. `mode` defaults to that of the old
 * file. Rejects with UnwritableError.
 */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const before = await stat(target).catch(() => undefined);
  const staged = `${target}.${process.pid}.new`;
  try {
    // `wx` refuses an existing staged file, which others may be able to read.
    const handle = await open(staged, "wx", mode ?? before?.mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, target);
  } catch (error) {
    await rm(staged, { force: true });
    throw asUnwritable(file, error);
  }
}
