/** The server's update counter: one request shows whether the catalog changed. */
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { parseUpdateSequence } from "../../wire/settings.ts";

/**
 * Undefined where the server has no counter or denies it: watching works without it. Stock
 * GeoServer does not count rules and granules. Throws ReadError for refused credentials,
 * WireError, and what the reader rejects with.
 */
export async function readChangeCounter(read: Reader): Promise<number | undefined> {
  const path = pathTo("settings", {}, "xml");
  const response = await get(read, path);
  if (response.status === 403 || response.status === 404) return undefined;
  return parseUpdateSequence(expectFound(response, path));
}
