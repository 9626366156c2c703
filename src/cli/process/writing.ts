/** Files and folders that commands make: what cannot be written is reported by the name that was asked for. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";

/** Mode of a data folder: the data are the server's alone. */
export const PRIVATE = 0o700;

/** A file or folder that cannot be written. */
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

/** Does something that writes a file. Rejects with UnwritableError for what the system refuses. */
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

/** The error to throw for a failed write of a file: what is no answer of the system stays as it is. */
export function asUnwritable(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof UnwritableError || code === undefined
    ? error
    : new UnwritableError(file, code);
}

/**
 * Makes a folder and those above it, one after the other: Node's own way never ends where a system
 * says of a folder that can be seen that it is not there, as /proc does. Throws UnwritableError.
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

/** Why a file could not be written at the end, found before anything is done; undefined where it could. */
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

/** Why nothing could be written into a folder that may have to be made. */
export function unwritableFolder(folder: string): Diagnostic | undefined {
  let path = resolve(folder);
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  if (isFolder(path)) return undefined;
  return asDiagnostic(new UnwritableError(folder, "ENOTDIR"));
}

/** The diagnostic for a failed write; undefined for any other error. */
export function unwritable(error: unknown): Diagnostic | undefined {
  return error instanceof UnwritableError ? asDiagnostic(error) : undefined;
}

const HINTS: Readonly<Record<string, string>> = {
  EACCES: "You may not write there.",
  EEXIST: "Something else is there.",
  EISDIR: "A folder is there; name a file.",
  ENOENT: "Name a place in a folder that exists.",
  ENOSPC: "The disk is full.",
  ENOTDIR: "A part of the path is a file; name a place in a folder.",
  EPERM: "You may not write there.",
  EROFS: "Nothing can be written there: it is read-only.",
};

function asDiagnostic({ message, code }: UnwritableError): Diagnostic {
  const hint = HINTS[code] ?? "Name a place that can be written.";
  return { code: "file-unwritable", severity: "error", message, hint };
}
