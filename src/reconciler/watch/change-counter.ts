/** The server's counter of changes: one request that shows whether anything was changed at all. */
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { parseUpdateSequence } from "../../wire/settings.ts";

/**
 * The counter; undefined where the server shows none, or not to this account: it is a help, and a
 * server is looked at without it all the same. Stock servers do not count rules and granules.
 * Throws ReadError for refused credentials, WireError, and what the reader rejects with.
 */
export async function readChangeCounter(read: Reader): Promise<number | undefined> {
  const path = pathTo("settings", {}, "xml");
  const response = await get(read, path);
  if (response.status === 403 || response.status === 404) return undefined;
  return parseUpdateSequence(expectFound(response, path));
}
