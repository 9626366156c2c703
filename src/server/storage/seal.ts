/**
 * Seals secret connection parameters (AES-256-GCM) so that they lie encrypted in the catalog and
 * come back encrypted, in the spelling clients of this family know and may send back unchanged.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "crypt1:";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and recognises sealed texts. */
export interface Sealer {
  /** The sealed form; a text that is sealed already stays. */
  readonly seal: (text: string) => string;
}

/** A sealer whose key lies in the data folder, made there at first use, readable by its owner only. */
export function openSealer(folder: string): Sealer {
  const path = join(folder, "seal.key");
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600, flag: "wx" });
  const key = readFileSync(path);
  return { seal: (text) => (isSealed(key, text) ? text : seal(key, text)) };
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return PREFIX + sealed.toString("base64");
}

function isSealed(key: Buffer, text: string): boolean {
  if (!text.startsWith(PREFIX)) return false;
  const bytes = Buffer.from(text.slice(PREFIX.length), "base64");
  if (bytes.byteLength < NONCE_BYTES + TAG_BYTES) return false;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
