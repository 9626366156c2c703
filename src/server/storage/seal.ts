/**
 * Seals texts (AES-256-GCM) so that they lie encrypted in the catalog and come back encrypted, in
 * the spelling clients of this family know and may send back unchanged. No additional data is
 * bound in: sealed texts move with renames, copies and redeployments
 * (docs/decisions/0011-keystore.md).
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const PREFIX = "crypt1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes of a key. */
export const KEY_BYTES = 32;

/** Seals texts and opens what it sealed. */
export interface Sealer {
  /** The sealed form; a text that this key sealed already stays. */
  readonly seal: (text: string) => string;
  /** The text in a sealed form; undefined when this key did not seal it. */
  readonly unseal: (sealed: string) => string | undefined;
}

/** Whether a text has the form of a sealed one. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** A sealer with a key of 32 bytes. */
export function sealerOf(key: Uint8Array): Sealer {
  const unseal = (sealed: string) => {
    if (!isSealed(sealed)) return undefined;
    return decrypt(key, Buffer.from(sealed.slice(PREFIX.length), "base64"))?.toString("utf8");
  };
  const seal = (text: string) =>
    unseal(text) === undefined
      ? PREFIX + encrypt(key, Buffer.from(text, "utf8")).toString("base64")
      : text;
  return { seal, unseal };
}

/** Nonce, cipher text and tag. */
export function encrypt(key: Uint8Array, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** What `encrypt` was given; undefined when the key is another one or the bytes were changed. */
export function decrypt(key: Uint8Array, bytes: Buffer): Buffer | undefined {
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
