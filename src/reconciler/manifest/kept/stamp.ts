/**
 * Whether a file is the one that was read before, told without reading it: as Git's index tells it, by
 * size, times of change in nanoseconds, and inode.
 */
import { closeSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from "node:fs";

/** What a file was like when it was read. */
export interface Stamp {
  /** Equal texts mean the same file with the same content, unless it was not settled. */
  readonly text: string;
  /** The later of its two times, in nanoseconds since 1970. */
  readonly changed: bigint;
  /** Nanoseconds within which two changes of it can have equal times. */
  readonly grain: bigint;
}

/** A file as it was read; without a stamp where it changed meanwhile, or is none that has a size. */
export interface StampedBytes {
  readonly bytes: Uint8Array;
  readonly stamp: Stamp | undefined;
}

const SECOND = 1_000_000_000n;

/** File systems that count in seconds count in up to two of them; clocks behind finer times tick every 10 ms at most. */
const COARSE = 3n * SECOND;
const FINE = SECOND / 20n;

/** The text of the stamp of a path, links followed; undefined for what is no file, or cannot be looked at. */
export function stampTextAt(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? textOf(found) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a file together with its stamp. Throws what the file system throws. */
export function readStamped(path: string): StampedBytes {
  const descriptor = openSync(path, "r");
  try {
    const before = fstatSync(descriptor, { bigint: true });
    const bytes = readFileSync(descriptor);
    const after = fstatSync(descriptor, { bigint: true });
    return { bytes, stamp: textOf(before) === textOf(after) ? stampOf(after) : undefined };
  } finally {
    closeSync(descriptor);
  }
}

/** Whether whoever changed the file after a moment, in nanoseconds since 1970, changed its times too. */
export function isSettled({ changed, grain }: Stamp, moment: bigint): boolean {
  return changed + grain < moment;
}

function stampOf(found: BigIntStats): Stamp | undefined {
  if (!found.isFile()) return undefined;
  const { mtimeNs, ctimeNs } = found;
  const isCoarse = mtimeNs % SECOND === 0n && ctimeNs % SECOND === 0n;
  return {
    text: textOf(found),
    changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs,
    grain: isCoarse ? COARSE : FINE,
  };
}

function textOf({ size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino} ${dev}`;
}
