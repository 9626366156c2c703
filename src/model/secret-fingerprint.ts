/**
 * What is remembered of a secret, so that another one is noticed. It is slow to compute and salted,
 * so that who sees it cannot try many guesses (docs/decisions/0017-mosaics-as-a-kind.md). Where the
 * secret is not given, the fingerprint is open: it stands for that of any secret
 * (docs/decisions/0040-secrets-not-given.md).
 */
import { createHmac, randomBytes, scryptSync } from "node:crypto";
import { digestOfValue } from "./digest.ts";
import { recent } from "./recent.ts";
import { reasonNotGiven, reveal, type Secret } from "./secret.ts";

const COST = { N: 16_384, r: 8, p: 1 } as const;
const BYTES = 16;
const NOT_GIVEN = "not-given";

/** Fingerprints that are kept; each cost some hundredths of a second. */
const MOST_KEPT = 1_000;

/**
 * What was computed in this process, so that a watch does not spend its passes on it. A key reveals to nobody
 * what it was made of who does not hold the key of this process.
 */
const computed = recent<string>(MOST_KEPT);
const ownKey = randomBytes(32);

/** The fingerprint of a secret in one place: the same secret elsewhere has another. */
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
 * A digest of something with fingerprints in it, in two parts: `PREFIX-SHOWN.SEALED`. The first is of
 * all but the fingerprints, the second of everything; it is open where one of them is. What holds none
 * has one part.
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

/** A fingerprint or sealed digest without what depends on the secret; other texts as they are. */
export function opened(text: string): string {
  return text.replace(FINGERPRINT, `$1scrypt-${NOT_GIVEN}`).replace(SEALED, `$1${NOT_GIVEN}`);
}

/** Whether a text is a fingerprint, open or not, behind a name or alone. */
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

/** Whether two fingerprints or sealed digests are equal as far as is known: open ones fit any secret. */
export function isSameAsGiven(one: string, other: string): boolean {
  if (one === other) return true;
  return (isOpen(one) || isOpen(other)) && opened(one) === opened(other);
}
