/**
 * ETags of documents. Two objects of equal content are two: an ETag says what a document holds and whose
 * it is, so that a condition on one object never fits another one (docs/compatibility.md,
 * "Conditional requests").
 */
import { hash } from "node:crypto";
import { formatAddress, type Address } from "./address.ts";

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
