/**
 * What is remembered of a secret, so that another one is noticed. It is slow to compute and salted,
 * so that who sees it cannot try many guesses (docs/decisions/0017-mosaics-as-a-kind.md).
 */
import { scryptSync } from "node:crypto";
import { reveal, type Secret } from "./secret.ts";

const COST = { N: 16_384, r: 8, p: 1 } as const;
const BYTES = 16;

/** The fingerprint of a secret in one place: the same secret elsewhere has another. */
export function secretFingerprint(secret: Secret, place: string): string {
  const salt = `plumbline ${place}`;
  return `scrypt-${scryptSync(reveal(secret), salt, BYTES, COST).toString("hex")}`;
}
