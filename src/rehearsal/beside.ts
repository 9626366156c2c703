/**
 * Reads of what the included server does not hold: what a stock server keeps beside its catalog. A plan
 * on the copy asks the original for it, so that it is stopped by the same as a plan on the original.
 */
import { isOfTileCache } from "../wire/paths.ts";
import type { Reader, WireRequest } from "../wire/request.ts";

/** What of the tile cache the included server holds. */
const HELD = /^\/gwc\/rest\/(?:gridsets|blobstores|diskquota|layers|masstruncate)\b/;

/** Reads those from the original, everything else from the copy. */
export function readingBeside(original: Reader, copy: Reader): Reader {
  return (request) => (isBeside(request) ? original : copy)(request);
}

/** Whether the original is asked for it. */
export function isBeside({ path }: Pick<WireRequest, "path">): boolean {
  return isOfTileCache(path) && !HELD.test(path);
}
