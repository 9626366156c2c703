/**
 * Detects a truncated or damaged write-ahead log. SQLite silently ignores a log after its first
 * invalid frame, which leads to an older state. Format: https://www.sqlite.org/walformat.html.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { logEnd as limits } from "../../model/limits.ts";
import { sizeOf } from "./read-only.ts";

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

/** Damage of a log. */
export interface LogDamage {
  /** Valid pages before the damage, which SQLite uses. */
  readonly taken: number;
  /** The end of a sentence. */
  readonly problem: string;
}

/**
 * The database must not be open. Undefined for an intact log; pages of an unfinished change are no
 * damage.
 */
export function findLogDamage(database: string): LogDamage | undefined {
  const log = readLog(`${database}-wal`);
  if ("problem" in log) return log;
  const known = pagesKnown(`${database}-shm`, log.salt);
  if (known <= log.taken) return undefined;
  return { taken: log.taken, problem: `is truncated: ${known} pages of it were valid` };
}

type Sums = readonly [number, number];

interface Log {
  /** Pages up to the last complete commit. */
  readonly taken: number;
  /** Identifies this log among earlier ones in the file; empty without a log. */
  readonly salt: Buffer;
}

function readLog(path: string): Log | LogDamage {
  if (sizeOf(path) === 0) return { taken: 0, salt: Buffer.alloc(0) };
  const descriptor = openSync(path, "r");
  try {
    const header = bytesAt(descriptor, 0, HEADER);
    const magic = header.byteLength < HEADER ? 0 : header.readUInt32BE(0);
    if (magic >>> 1 !== MAGIC >>> 1) return { taken: 0, problem: "does not begin as a log does" };
    const isBig = (magic & 1) === 1;
    const sums = sumOf(header.subarray(0, 24), isBig, [0, 0]);
    if (!isSum(header, 24, sums)) return { taken: 0, problem: "has a damaged beginning" };
    return readFrames(descriptor, header, { isBig, sums });
  } finally {
    closeSync(descriptor);
  }
}

function readFrames(
  descriptor: number,
  header: Buffer,
  { isBig, sums: before }: { readonly isBig: boolean; readonly sums: Sums },
): Log | LogDamage {
  const length = FRAME_HEADER + header.readUInt32BE(8);
  const salt = header.subarray(16, 24);
  let sums = before;
  let taken = 0;
  let number = 0;
  for (let at = HEADER; ; at += length * limits.chunkFrames) {
    const chunk = bytesAt(descriptor, at, length * limits.chunkFrames);
    if (chunk.byteLength === 0) return { taken, salt };
    for (let from = 0; from < chunk.byteLength; from += length) {
      const frame = chunk.subarray(from, from + length);
      if (isOfEarlierLog(frame, salt)) return { taken, salt };
      number++;
      if (frame.byteLength < length)
        return { taken, problem: `ends in the midst of page ${number}` };
      const data = sumOf(frame.subarray(0, 8), isBig, sums);
      sums = sumOf(frame.subarray(FRAME_HEADER), isBig, data);
      const isSound = isSum(frame, 16, sums) && frame.subarray(8, 16).equals(salt);
      if (!isSound) return { taken, problem: `is damaged at page ${number}` };
      if (frame.readUInt32BE(4) !== 0) taken = number;
    }
  }
}

/** Leftover frames of the earlier log in the file differ in both halves of the salt. */
function isOfEarlierLog(frame: Buffer, salt: Buffer): boolean {
  if (frame.byteLength < FRAME_HEADER) return false;
  const half = (at: number) => frame.readUInt32BE(8 + at) === salt.readUInt32BE(at);
  return !half(0) && !half(4);
}

function bytesAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
}

function isSum(bytes: Buffer, at: number, [one, two]: Sums): boolean {
  return bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;
}

/** SQLite's WAL checksum. */
function sumOf(bytes: Buffer, isBig: boolean, [before, beforeThat]: Sums): Sums {
  let one = before;
  let two = beforeThat;
  for (let at = 0; at < bytes.byteLength; at += 8) {
    const [first, second] = isBig
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    one = (one + first + two) >>> 0;
    two = (two + second + one) >>> 0;
  }
  return [one, two];
}

/**
 * Committed pages that are not yet in the database, by SQLite's shared-memory index; 0 where it is
 * missing or of another log. Its two headers are equal unless it was being changed.
 */
function pagesKnown(path: string, salt: Buffer): number {
  if (sizeOf(path) < 2 * INDEX_HEADER + 4) return 0;
  const index = readFileSync(path).subarray(0, 2 * INDEX_HEADER + 4);
  const header = index.subarray(0, INDEX_HEADER);
  if (!header.equals(index.subarray(INDEX_HEADER, 2 * INDEX_HEADER))) return 0;
  const isOther = salt.byteLength > 0 && !header.subarray(32, 40).equals(salt);
  const isReady = header[12] === 1;
  const sums = sumOf(header.subarray(0, 40), false, [0, 0]);
  const isSound = header.readUInt32LE(40) === sums[0] && header.readUInt32LE(44) === sums[1];
  if (isOther || !isReady || !isSound) return 0;
  const [pages, kept] = [header.readUInt32LE(16), index.readUInt32LE(2 * INDEX_HEADER)];
  return pages > kept ? pages : 0;
}

const INDEX_HEADER = 48;
