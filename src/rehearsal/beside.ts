/**
 * Reads what a stock server keeps beside its catalog from the original, because the included server
 * lacks it and the plan on the copy must have the same blocks.
 */
import { cacheNouns } from "../model/nouns.ts";
import { isOfTileCache } from "../wire/paths.ts";
import type { Reader, WireRequest } from "../wire/request.ts";

/** The tile cache paths that the included server has. */
const PATHS = [
  "/gwc/rest/(?:diskquota|layers|masstruncate)",
  ...cacheNouns.map(({ list }) => list),
];
const HELD = new RegExp(`^(?:${PATHS.join("|")})\\b`);

export function readingBeside(original: Reader, copy: Reader): Reader {
  return (request) => (isBeside(request) ? original : copy)(request);
}

/** Whether a path is read from the original. */
export function isBeside({ path }: Pick<WireRequest, "path">): boolean {
  return isOfTileCache(path) && !HELD.test(path);
}
