/** Errors of raster files. */

/**
 * `unsupported`: no raster, or an unsupported kind. `unreadable`: damaged, truncated, or cannot be
 * opened. `bounds`: exceeds a limit of size or cost.
 */
export type RasterErrorCode = "unsupported" | "unreadable" | "bounds";

/** The message names the file and the reason. */
export class RasterError extends Error {
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, message: string) {
    super(message);
    this.name = "RasterError";
    this.code = code;
  }
}

/** The first line of an error's message, at most 200 characters. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
