/**
 * Content digests: `sha256-` and 64 lower-case hexadecimal digits. Quoted, they are ETags of stored
 * bytes on the included server.
 */
import { createHash, hash } from "node:crypto";

/** Texts are digested as UTF-8. */
export function digestOf(content: Uint8Array | string): string {
  return `sha256-${hash("sha256", content)}`;
}

/** An incremental digest. */
export interface DigestStream {
  readonly update: (bytes: Uint8Array) => void;
  /** `update` must not be called afterwards. */
  readonly end: () => string;
}

/** Starts an incremental digest. */
export function digestStream(): DigestStream {
  const grown = createHash("sha256");
  return {
    update: (bytes) => void grown.update(bytes),
    end: () => `sha256-${grown.digest("hex")}`,
  };
}

/** Items of a list that are digested together. */
const PIECE = 500;

/** Digest of a JSON value with sorted keys. A long list is digested in pieces, to save memory. */
export function digestOfValue(value: unknown): string {
  if (!Array.isArray(value) || value.length <= PIECE) return digestOf(canonicalJson(value));
  const grown = createHash("sha256");
  for (let at = 0; at < value.length; at += PIECE) {
    const piece = canonicalJson(value.slice(at, at + PIECE)).slice(1, -1);
    grown.update(`${at === 0 ? "[" : ","}${piece}`);
  }
  return `sha256-${grown.update("]").digest("hex")}`;
}

/** Fewest digits of a typed digest. */
export const SHORTEST_DIGEST = 8;

/** Digits of a typed digest or prefix, with or without `sha256-`. */
export function digitsOf(given: string): string {
  return given
    .trim()
    .toLowerCase()
    .replace(/^sha256-/, "");
}

/** Whether a typed prefix matches a digest. */
export function isMeant(digest: string, given: string): boolean {
  const digits = digitsOf(given);
  return digits.length >= SHORTEST_DIGEST && digitsOf(digest).startsWith(digits);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** A copy, as the order of keys means nothing. A `JSON.stringify` replacer takes more than twice as long. */
export function withSortedKeys(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const members = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(members).toSorted()) {
    const member = withSortedKeys(members[key]);
    if (key === "__proto__") Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  return copy;
}
