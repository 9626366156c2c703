/** Detects unchanged files without reading, as Git's index does: size, times (ns), and inode. */
import { closeSync, fstatSync, openSync, readFileSync, statSync, type BigIntStats } from "node:fs";

export interface Stamp {
  /** Equal texts mean the same content, if the file was settled. */
  readonly text: string;
  /** The later of its two times, in nanoseconds since 1970. */
  readonly changed: bigint;
  /** Nanoseconds within which two changes can have equal times. */
  readonly grain: bigint;
}

/** No stamp if the file changed while it was read, or is no regular file. */
export interface StampedBytes {
  readonly bytes: Uint8Array;
  readonly stamp: Stamp | undefined;
}

const SECOND = 1_000_000_000n;

/** Coarse file systems count in up to two seconds; finer clocks tick every 10 ms at most. */
const COARSE = 3n * SECOND;
const FINE = SECOND / 20n;

/** Follows links; undefined for what is no file or not accessible. */
export function stampTextAt(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? textOf(found) : undefined;
  } catch {
    return undefined;
  }
}

/** Throws what the file system throws. */
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

/** Whether every change after a moment (nanoseconds since 1970) also changes the times. */
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
