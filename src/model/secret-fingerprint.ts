/**
 * Fingerprints of secrets, to detect changes; slow and salted, so that a leaked one allows few
 * guesses (docs/decisions/0017-mosaics-as-a-kind.md). The fingerprint of a secret that is not given
 * is open: it matches any secret (docs/decisions/0040-secrets-not-given.md).
 */
import { createHmac, randomBytes, scryptSync } from "node:crypto";
import { digestOfValue } from "./digest.ts";
import { recent } from "./recent.ts";
import { reasonNotGiven, reveal, type Secret } from "./secret.ts";

const COST = { N: 16_384, r: 8, p: 1 } as const;
const BYTES = 16;
const NOT_GIVEN = "not-given";

/** Cached fingerprints; each takes some 10 ms to compute. */
const MOST_KEPT = 1_000;

/** Cache for watch mode, keyed by HMACs that reveal nothing without this process's key. */
const computed = recent<string>(MOST_KEPT);
const ownKey = randomBytes(32);

/** Fingerprints differ by place. */
export function secretFingerprint(secret: Secret, place: string): string {
  if (reasonNotGiven(secret) !== undefined) return `scrypt-${NOT_GIVEN}`;
  const text = reveal(secret);
  const key = createHmac("sha256", ownKey)
    .update(JSON.stringify([place, text]))
    .digest("hex");
  const known = computed.get(key);
  if (known !== undefined) return known;
  const made = `scrypt-${scryptSync(text, `plumbline ${place}`, BYTES, COST).toString("hex")}`;
  computed.keep(key, made);
  return made;
}

/**
 * Digest `PREFIX-SHOWN.SEALED`: SHOWN ignores fingerprints, SEALED includes them and is open if one
 * of them is. Without fingerprints there is one part.
 */
export function sealedDigest(prefix: string, value: unknown): string {
  const sealed: string[] = [];
  const shown: unknown = JSON.parse(
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== "string" || !isSealed(member)) return member;
      sealed.push(member);
      return opened(member);
    }),
  );
  const hex = (one: unknown) => digestOfValue(one).slice("sha256-".length);
  if (sealed.length === 0) return `${prefix}-${hex(value)}`;
  return `${prefix}-${hex(shown)}.${sealed.some(isOpen) ? NOT_GIVEN : hex(value)}`;
}

const FINGERPRINT = /(^|\s)scrypt-[0-9a-f]{32}$/;
const SEALED = /^([a-z]+-[0-9a-f]{64}\.)[0-9a-f]{64}$/;

/** Without the secret part; other texts stay. */
export function opened(text: string): string {
  return text.replace(FINGERPRINT, `$1scrypt-${NOT_GIVEN}`).replace(SEALED, `$1${NOT_GIVEN}`);
}

/** Whether a text is a fingerprint, optionally open or after a name. */
export function isFingerprint(text: string): boolean {
  return /(?:^|\s)scrypt-(?:[0-9a-f]{32}|not-given)$/.test(text);
}

/** Whether a text is a fingerprint or sealed digest. */
export function isSealed(text: string): boolean {
  return isOpen(text) || opened(text) !== text;
}

/** Whether a fingerprint or sealed digest was made without the secret. */
export function isOpen(text: string): boolean {
  return text.endsWith(`-${NOT_GIVEN}`) || text.endsWith(`.${NOT_GIVEN}`);
}

/** Whether two fingerprints or sealed digests match; open ones match any secret. */
export function isSameAsGiven(one: string, other: string): boolean {
  if (one === other) return true;
  return (isOpen(one) || isOpen(other)) && opened(one) === opened(other);
}
