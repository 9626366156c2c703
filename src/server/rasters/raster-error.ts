/** What is wrong with a file that was taken for a raster. */

/**
 * `unsupported`: no raster, or one of a sort that is not read. `unreadable`: damaged, cut off, or
 * not to be opened. `bounds`: too large or too costly.
 */
export type RasterErrorCode = "unsupported" | "unreadable" | "bounds";

/** A file that cannot be read as a raster; the message names the file and the reason. */
export class RasterError extends Error {
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, message: string) {
    super(message);
    this.name = "RasterError";
    this.code = code;
  }
}

/** Short text of anything thrown, for messages. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
