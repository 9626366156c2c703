/**
 * Bytes of an open file, within bounds: what is read in total and what it costs. The first
 * piece is read once and kept, because most headers lie in it.
 */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { raster as limits } from "../../model/limits.ts";
import { RasterError } from "./raster-error.ts";

/**
 * How rasters and what lies beside them are opened: a pipe that nobody writes to is not waited
 * for, and a link that took the place of a file is not followed.
 */
export const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Reads pieces of one file. */
export interface FileBytes {
  /** Base name of the file, for messages. */
  readonly name: string;
  /** For what lies beside it. */
  readonly path: string;
  /** Leads to the file that is open, whatever has its name by now, where the system can. */
  readonly openPath: string;
  readonly size: number;
  /** The first bytes of the file, at most `limits.firstReadBytes`. */
  readonly head: Uint8Array<ArrayBuffer>;
  /**
   * Bytes from a place in the file, fewer where it ends. Rejects with RasterError when it costs
   * too much.
   */
  readonly read: (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Throws RasterError when the time for this file is over. */
  readonly checkTime: () => void;
  /** Gives the file its time from now on: what happened before does not count. */
  readonly restartTime: () => void;
}

/** An open file, and how much of it may be read. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** Milliseconds that its thread has computed. */
  readonly clock: () => number;
}

/** Bytes of a file; reads the first piece. */
export async function fileBytes(file: OpenFile): Promise<FileBytes> {
  const { handle, name, path, size, clock } = file;
  let end = clock() + limits.computeMs;
  const checkTime = () => {
    if (clock() > end)
      throw new RasterError(
        "bounds",
        `${name}: takes more than ${limits.computeMs} ms of computing to read`,
      );
  };
  const restartTime = () => {
    end = clock() + limits.computeMs;
  };
  const head = await readAt(handle, 0, Math.min(size, limits.firstReadBytes));
  let left: number = limits.readBytes;
  const read = async (offset: number, length: number) => {
    checkTime();
    const available = Math.max(0, Math.min(length, size - offset));
    if (offset + available <= head.byteLength) return head.subarray(offset, offset + available);
    left -= available;
    if (left < 0)
      throw new RasterError(
        "bounds",
        `${name}: more than ${limits.readBytes} bytes would have to be read`,
      );
    return readAt(handle, offset, available);
  };
  const openPath = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : path;
  return { name, path, openPath, size, head, read, checkTime, restartTime };
}

/** The same file with a smaller amount that may be read of it. */
export function withinBytes(file: FileBytes, most: number): FileBytes {
  let left = most;
  const read = (offset: number, length: number) => {
    if (offset + length > file.head.byteLength) left -= length;
    if (left >= 0) return file.read(offset, length);
    throw new RasterError("bounds", `${file.name}: its header has more than ${most} bytes`);
  };
  return { ...file, read };
}

async function readAt(
  handle: FileHandle,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
}
