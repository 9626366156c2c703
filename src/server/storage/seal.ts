/**
 * Seals texts by AES-256-GCM for catalog and documents, in GeoServer's notation, which clients may
 * send back unchanged. No additional data is bound in: sealed texts move with renames, copies and
 * redeployments (docs/decisions/0011-keystore.md).
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keystore } from "../catalog/keystore.ts";

const PREFIX = "crypt1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const KEY_BYTES = 32;

/** `key` has 32 bytes. */
export function sealerOf(key: Uint8Array): Pick<Keystore, "seal" | "unseal"> {
  const unseal = (sealed: string) => {
    if (!sealed.startsWith(PREFIX)) return undefined;
    return decrypt(key, sealed.slice(PREFIX.length))?.toString("utf8");
  };
  const seal = (text: string) =>
    unseal(text) === undefined ? PREFIX + encrypt(key, Buffer.from(text, "utf8")) : text;
  return { seal, unseal };
}

/** Returns nonce, cipher text and tag in base64. */
export function encrypt(key: Uint8Array, content: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const parts = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString("base64");
}

/** Undefined for a wrong key or changed text. */
export function decrypt(key: Uint8Array, text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.byteLength < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}
