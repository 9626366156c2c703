/** The server's counter of changes: one request that tells whether anything was changed at all. */
import { pathOf } from "../../wire/paths.ts";
import { expectFound, get } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { parseUpdateSequence } from "../../wire/settings.ts";

/**
 * The counter; undefined where the server shows none. Stock servers do not count rules and
 * granules. Throws ReadError, WireError, and what the reader rejects with.
 */
export async function readChangeCounter(read: Reader): Promise<number | undefined> {
  const path = pathOf("settings", {}, "xml");
  return parseUpdateSequence(expectFound(await get(read, path), path));
}
