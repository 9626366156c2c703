/**
 * Copies the files beside a catalog, of mosaics and of the operator. One digest covers all paths,
 * sizes and contents.
 */
import type { Dirent } from "node:fs";
import { mkdir, open, readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../../model/address.ts";
import { digestStream } from "../../model/digest.ts";
import { catalogCopy as limits } from "../../model/limits.ts";
import { isLeftOut } from "../data-folder/other-files.ts";
import { syncPath } from "../storage/sync-path.ts";

export interface FilesDigest {
  readonly files: number;
  readonly bytes: number;
  readonly digest: string;
}

export interface CopiedFiles extends FilesDigest {
  readonly notes: readonly string[];
}

export type OnFile = () => void;

/** Secrets in clear text: they must not get into a folder that servers share. */
const SECRETS: readonly string[] = ["initial-admin-password", "seal.key"];

/** The destination is empty, and synced at the end. Rejects with file system errors. */
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

export function digestFiles(folder: string, onFile: OnFile): Promise<FilesDigest> {
  return passFiles(folder, onFile, {
    enter: async () => undefined,
    file: (path) => readFile(join(folder, path)),
    leave: async () => undefined,
    odd: () => undefined,
  });
}

interface Mark {
  readonly bytes: number;
  readonly digest: string;
}

/** Callbacks for files and folders. Paths are relative, with `/`. */
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

/** The entries are sorted; at the top, those that a copy leaves out are missing. */
async function entriesOf(folder: string, below: string): Promise<readonly Dirent[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true });
  const sorted = found.toSorted((one, other) => compareText(one.name, other.name));
  if (below !== "") return sorted;
  return sorted.filter(({ name }) => !isLeftOut(name) && !SECRETS.includes(name));
}

/** Keeps mode and times; returns size and digest of what was read. */
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
