/** Reads a file within limits of bytes and CPU time. The first piece is cached. */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { raster as limits } from "../../model/limits.ts";
import { RasterError } from "./raster-error.ts";

/** Opening must not block on a pipe and must not follow a symbolic link. */
export const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface FileBytes {
  /** For messages. */
  readonly name: string;
  /** For files beside it. */
  readonly path: string;
  /** Refers to the open file even if the path is replaced, where the system supports it. */
  readonly openPath: string;
  readonly size: number;
  /** At most `limits.firstReadBytes`. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** Gives fewer bytes at the end of the file. Rejects with RasterError at a limit. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Throws RasterError when the time limit of the file is exceeded. */
  readonly checkTime: () => void;
  /** Restarts the time limit, so that earlier work does not count. */
  readonly restartTime: () => void;
}

export interface OpenFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** CPU milliseconds of the thread. */
  readonly clock: () => number;
}

/** Reads the first piece. */
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

/** Adds a lower limit of bytes. */
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
