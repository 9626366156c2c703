/**
 * Content digests. One spelling everywhere: `sha256-` and 64 lower-case hexadecimal digits.
 * The included server uses the same text, quoted, as the ETag of stored bytes.
 */
import { createHash, hash } from "node:crypto";

/** Digest of bytes, or of a text's UTF-8 bytes. */
export function digestOf(content: Uint8Array | string): string {
  return `sha256-${hash("sha256", content)}`;
}

/** A digest that grows with its content. */
export interface DigestStream {
  readonly update: (bytes: Uint8Array) => void;
  /** The digest of all bytes; nothing may be added afterwards. */
  readonly end: () => string;
}

/** A digest of no bytes yet. */
export function digestStream(): DigestStream {
  const grown = createHash("sha256");
  return {
    update: (bytes) => void grown.update(bytes),
    end: () => `sha256-${grown.digest("hex")}`,
  };
}

/** Digest of any JSON value; object keys are sorted first, so equal values have equal digests. */
export function digestOfValue(value: unknown): string {
  return digestOf(canonicalJson(value));
}

/** Fewest digits by which people may name a digest. */
export const SHORTEST_DIGEST = 8;

/** Digits of what people give as a digest: its first ones or all, with or without `sha256-`. */
export function digitsOf(given: string): string {
  return given
    .trim()
    .toLowerCase()
    .replace(/^sha256-/, "");
}

/** Whether people mean this digest with what they give: at least SHORTEST_DIGEST of its first digits. */
export function isMeant(digest: string, given: string): boolean {
  const digits = digitsOf(given);
  return digits.length >= SHORTEST_DIGEST && digitsOf(digest).startsWith(digits);
}

/** JSON with sorted keys and no spaces; undefined members are left out. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

/** A copy: to have the engine ask for each member as it writes takes more than twice as long. */
function withSortedKeys(value: unknown): unknown {
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
