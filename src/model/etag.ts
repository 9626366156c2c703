/**
 * ETags of documents. Two objects of equal content are two: an ETag says what a document holds and whose
 * it is, so that a condition on one object never fits another one (docs/compatibility.md,
 * "Conditional requests").
 */
import { hash } from "node:crypto";
import { formatAddress, type Address } from "./address.ts";
import { digestOf } from "./digest.ts";

/** Hexadecimal digits that stand for the address. */
const DIGITS = 16;

/** The ETag, with its quotes, of content with this digest (`sha256-…`) that belongs to an object. */
export function etagText(digest: string, of: Address): string {
  const address = hash("sha256", formatAddress(of)).slice(0, DIGITS);
  return `"${digest}.${address}"`;
}

/** The address of a file of the data directory, by its path. */
export function resourceAddress(path: string): Address {
  return { kind: "Resource", workspace: null, name: path };
}

/** The ETag of a file of the data directory that holds this. */
export function fileEtag(path: string, content: string | Uint8Array): string {
  return etagText(digestOf(content), resourceAddress(path));
}

const OURS = /sha256-[0-9a-f]{64}\.[0-9a-f]{16}/;

/**
 * What of an ETag may be a condition of a write: of those of the included server their strong part, whatever a proxy has
 * made of the rest; undefined for other weak ones, which never match.
 */
export function strongEtag(etag: string | undefined): string | undefined {
  const own = OURS.exec(etag ?? "")?.[0];
  if (own !== undefined) return `"${own}"`;
  return etag?.startsWith("W/") === true ? undefined : etag;
}

/** Whether an ETag is one that the included server makes. */
export function isOwnEtag(etag: string): boolean {
  return OURS.test(etag) && strongEtag(etag) === etag;
}

/** What to do where a condition fails although nothing has changed. */
export const ALTERED_ETAGS =
  "its condition failed although nothing has changed: something on the way to the server changes ETags or conditions. Have it pass them on as they are, by DeflateAlterETag NoChange (Apache), without gzip and sub_filter (nginx), without transformations or a cache (Varnish, a CDN)";
