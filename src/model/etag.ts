/**
 * ETags identify content and object, so a condition on one object never matches another
 * (docs/compatibility.md, "Conditional requests").
 */
import { hash } from "node:crypto";
import { formatAddress, type Address } from "./address.ts";
import { digestOf } from "./digest.ts";

const DIGITS = 16;

/** The quoted ETag of an object with a content digest. */
export function etagText(digest: string, of: Address): string {
  const address = hash("sha256", formatAddress(of)).slice(0, DIGITS);
  return `"${digest}.${address}"`;
}

/** The address of a data directory file. */
export function resourceAddress(path: string): Address {
  return { kind: "Resource", workspace: null, name: path };
}

/** The ETag of a data directory file. */
export function fileEtag(path: string, content: string | Uint8Array): string {
  return etagText(digestOf(content), resourceAddress(path));
}

const OURS = /sha256-[0-9a-f]{64}\.[0-9a-f]{16}/;

/**
 * The ETag for conditional writes: the included server's without changes by proxies; undefined for
 * other weak ETags, which never match.
 */
export function strongEtag(etag: string | undefined): string | undefined {
  const own = OURS.exec(etag ?? "")?.[0];
  if (own !== undefined) return `"${own}"`;
  return etag?.startsWith("W/") === true ? undefined : etag;
}

/** Whether the included server made an ETag. */
export function isOwnEtag(etag: string): boolean {
  return OURS.test(etag) && strongEtag(etag) === etag;
}

/** Hint for a failed condition although nothing has changed. */
export const ALTERED_ETAGS =
  "its condition failed although nothing has changed: something on the way to the server changes ETags or conditions. Have it pass them on as they are, by DeflateAlterETag NoChange (Apache), without gzip and sub_filter (nginx), without transformations or a cache (Varnish, a CDN)";
