/** The cache folder: private to its owner; files of others are neither trusted nor replaced. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  constants,
} from "node:fs";
import { dirname, join } from "node:path";
import { kept as limits } from "../../../model/limits.ts";

/** Storage for one text. No function throws. */
export interface CacheFolder {
  /** Undefined if there is no text that can be trusted. */
  readonly read: () => Buffer | undefined;
  /** Replaces the text atomically, or leaves it. */
  readonly write: (text: string) => void;
  /**
   * The earlier of the file system's and the machine's clock, in nanoseconds since 1970; undefined
   * where nothing can be written.
   */
  readonly moment: () => bigint | undefined;
}

/** The folder need not exist; undefined if it must not be used. */
export function openFolder(folder: string, name: string): CacheFolder | undefined {
  if (unlessFailing(() => isUsable(folder)) !== true) return undefined;
  const file = join(folder, name);
  return {
    read: () => unlessFailing(() => readOwn(file)),
    write: (text) => unlessFailing(() => replace(folder, file, text)),
    moment: () => unlessFailing(() => momentIn(folder, file)),
  };
}

function unlessFailing<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Folder and parent may be missing, but must be no links; the folder must be private. */
function isUsable(folder: string): boolean {
  const around = lstatSync(dirname(folder), { throwIfNoEntry: false });
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (around?.isDirectory() === false) return false;
  return found === undefined || (found.isDirectory() && isPrivate(found));
}

/** Systems without file owners have no modes either. */
function isPrivate({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const own = process.getuid?.();
  return own === undefined || (uid === own && (mode & 0o077) === 0);
}

function readOwn(file: string): Buffer | undefined {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(file, flags);
  try {
    const found = fstatSync(descriptor);
    const isOwn = found.isFile() && isPrivate(found) && found.size <= limits.bytes;
    return isOwn ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function replace(folder: string, file: string, text: string): void {
  if (Buffer.byteLength(text) > limits.bytes || !isUsable(folder)) return;
  const staged = stagedBeside(file);
  // A process with this number may have been killed here.
  rmSync(staged, { force: true });
  try {
    writeFileSync(staged, text, { flag: "wx", mode: 0o600 });
    renameSync(staged, file);
  } finally {
    rmSync(staged, { force: true });
  }
}

function momentIn(folder: string, file: string): bigint | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isUsable(folder)) return undefined;
  const created = { flag: "wx", mode: 0o600 } as const;
  // Git ignores the folder in every clone.
  unlessFailing(() => writeFileSync(join(folder, ".gitignore"), "*\n", created));
  const probe = stagedBeside(file);
  rmSync(probe, { force: true });
  writeFileSync(probe, "", created);
  const { mtimeNs } = statSync(probe, { bigint: true });
  rmSync(probe);
  const own = BigInt(Date.now()) * 1_000_000n;
  return mtimeNs < own ? mtimeNs : own;
}

/** Unique among processes; threads that collide spoil a text, which only costs time. */
function stagedBeside(file: string): string {
  return `${file}.${process.pid}.new`;
}
