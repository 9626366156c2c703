/**
 * What a server leaves when it ends: which catalog was there, how far it had come, and what its
 * database was, byte by byte. With it a start sees that an older database was put in the place of
 * this one, and `check` sees any damage since. Nothing depends on it: it is not synced, and
 * where it is missing nothing is known.
 */
import { digestStream } from "../../model/digest.ts";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { closingNote as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { databasePath, sizeOf } from "./read-only.ts";

/** A database as a server left it. */
export interface ClosingNote extends CatalogState {
  /** Digest of the database; absent while a server runs, and for large ones. */
  readonly digest?: string;
}

function pathOf(folder: string): string {
  return join(folder, "catalog.closed.json");
}

/** The note in a folder; undefined when there is none that can be read. */
export function readClosingNote(folder: string): ClosingNote | undefined {
  try {
    const found = JSON.parse(readFileSync(pathOf(folder), "utf8")) as Partial<ClosingNote>;
    const { catalog, revision, digest } = found;
    if (typeof catalog !== "string" || typeof revision !== "number") return undefined;
    return { catalog, revision, ...(typeof digest === "string" ? { digest } : {}) };
  } catch {
    return undefined;
  }
}

/** At a start: from now on the database changes. */
export function openClosingNote(folder: string, state: CatalogState): void {
  write(folder, state);
}

/** At the end, when the database is closed. */
export function writeClosingNote(folder: string, state: CatalogState): void {
  // Somebody else still has it open: not all of it may be in the database itself.
  if (existsSync(`${databasePath(folder)}-wal`)) return;
  const digest = digestOfDatabase(folder);
  write(folder, { ...state, ...(digest === undefined ? {} : { digest }) });
}

/** Digest of a database that nobody has open in this process; undefined for a large one. */
export function digestOfDatabase(folder: string): string | undefined {
  const path = databasePath(folder);
  if (sizeOf(path) > limits.digestedBytes) return undefined;
  const digest = digestStream();
  const chunk = Buffer.alloc(limits.chunkBytes);
  const descriptor = openSync(path, "r");
  try {
    for (let read = 1; read > 0;) {
      read = readSync(descriptor, chunk, 0, chunk.byteLength, null);
      digest.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return digest.end();
}

/** A note that cannot be written must not be an old one. */
function write(folder: string, note: ClosingNote): void {
  const path = pathOf(folder);
  try {
    writeFileSync(`${path}.next`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    renameSync(`${path}.next`, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    rmSync(path, { force: true });
  }
}
