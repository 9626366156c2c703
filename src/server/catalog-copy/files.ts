/**
 * The files beside a catalog: those of mosaics, and what the operator put there. They are copied whole and brought to
 * the disk; what they are is one digest of all paths, sizes and contents.
 */
import type { Dirent } from "node:fs";
import { mkdir, open, readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../../model/address.ts";
import { digestStream } from "../../model/digest.ts";
import { catalogCopy as limits } from "../../model/limits.ts";
import { isLeftOut } from "../data-folder/other-files.ts";
import { syncPath } from "../storage/sync-path.ts";

/** What the files of a folder are. */
export interface FilesDigest {
  readonly files: number;
  readonly bytes: number;
  readonly digest: string;
}

/** Files that were copied. */
export interface CopiedFiles extends FilesDigest {
  /** What is not copied, in sentences. */
  readonly notes: readonly string[];
}

/** Is told of every file. */
export type OnFile = () => void;

/** Passwords, and a key, in clear; a folder that servers share is no place for them. */
const SECRETS: readonly string[] = ["initial-admin-password", "seal.key"];

/**
 * Copies the files of a folder into another one, which has none of them. Rejects with what the file system says. All
 * of it is on disk when this resolves.
 */
export async function copyFiles(from: string, to: string, onFile: OnFile): Promise<CopiedFiles> {
  const notes: string[] = [];
  const found = await passFiles(from, onFile, {
    enter: async (folder) => void (await mkdir(join(to, folder), { recursive: true, mode: 0o700 })),
    file: (path) => copyFile(join(from, path), join(to, path)),
    leave: (folder) => syncPath(join(to, folder)),
    odd: (path) => notes.push(`${path} is not copied: it is neither file nor folder`),
  });
  return { ...found, notes };
}

/** The digest of the files of a folder, read whole. */
export function digestFiles(folder: string, onFile: OnFile): Promise<FilesDigest> {
  return passFiles(folder, onFile, {
    enter: async () => undefined,
    file: (path) => readFile(join(folder, path)),
    leave: async () => undefined,
    odd: () => undefined,
  });
}

/** What was in a file. */
interface Mark {
  readonly bytes: number;
  readonly digest: string;
}

/** What is done with files and folders, by paths relative to the folder, with `/`. */
interface Passing {
  readonly enter: (folder: string) => Promise<void>;
  readonly file: (path: string) => Promise<Mark>;
  readonly leave: (folder: string) => Promise<void>;
  readonly odd: (path: string) => void;
}

async function passFiles(
  folder: string,
  onFile: OnFile,
  { enter, file, leave, odd }: Passing,
): Promise<FilesDigest> {
  const digest = digestStream();
  const encoder = new TextEncoder();
  let [files, bytes] = [0, 0];
  const pass = async (paths: readonly string[]) => {
    const marks = await Promise.all(paths.map(file));
    for (const [index, mark] of marks.entries()) {
      digest.update(encoder.encode(`${JSON.stringify([paths[index], mark.bytes, mark.digest])}\n`));
      files++;
      bytes += mark.bytes;
      onFile();
    }
  };
  const walk = async (below: string): Promise<void> => {
    await enter(below);
    let waiting: string[] = [];
    for (const entry of await entriesOf(folder, below)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) waiting.push(path);
      else if (!entry.isDirectory()) odd(path);
      if (waiting.length < limits.filesAtOnce && !entry.isDirectory()) continue;
      await pass(waiting);
      waiting = [];
      if (entry.isDirectory()) await walk(path);
    }
    await pass(waiting);
    await leave(below);
  };
  await walk("");
  return { files, bytes, digest: digest.end() };
}

/** What is in a folder, in order, without what is no business of a copy. */
async function entriesOf(folder: string, below: string): Promise<readonly Dirent[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true });
  const sorted = found.toSorted((one, other) => compareText(one.name, other.name));
  if (below !== "") return sorted;
  return sorted.filter(({ name }) => !isLeftOut(name) && !SECRETS.includes(name));
}

/** Copies one file with its mode and times; gives what was read. */
async function copyFile(from: string, to: string): Promise<Mark> {
  const { mode, atime, mtime } = await stat(from);
  const target = await open(to, "wx", mode);
  try {
    const mark = await readFile(from, (bytes) => target.writeFile(bytes));
    await target.sync();
    await utimes(to, atime, mtime);
    return mark;
  } finally {
    await target.close();
  }
}

async function readFile(
  path: string,
  take: (bytes: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Mark> {
  const digest = digestStream();
  const source = await open(path, "r");
  try {
    const { size } = await source.stat();
    const chunk = Buffer.alloc(Math.max(1, Math.min(size, limits.chunkBytes)));
    for (let bytes = 0; ;) {
      const { bytesRead } = await source.read(chunk, 0, chunk.byteLength, null);
      if (bytesRead === 0) return { bytes, digest: digest.end() };
      const part = chunk.subarray(0, bytesRead);
      digest.update(part);
      await take(part);
      bytes += bytesRead;
    }
  } finally {
    await source.close();
  }
}
