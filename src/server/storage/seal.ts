/**
 * Seals texts by AES-256-GCM for catalog and documents, in GeoServer's notation, which clients may
 * send back unchanged. No additional data is bound in: sealed texts move with renames, copies and
 * redeployments (docs/decisions/0011-keystore.md).
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const PREFIX = "crypt1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const KEY_BYTES = 32;

export interface Sealer {
  /** A text that this key has sealed stays unchanged. */
  readonly seal: (text: string) => string;
  /** Undefined when this key did not seal the text. */
  readonly unseal: (sealed: string) => string | undefined;
}

export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** `key` has 32 bytes. */
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

/** Returns nonce, cipher text and tag. */
export function encrypt(key: Uint8Array, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined for a wrong key or changed bytes. */
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
