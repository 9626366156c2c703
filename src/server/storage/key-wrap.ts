/** Wraps a key by a password: argon2id derives the key that seals it. */
import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { DerivationCost } from "../../model/derivation.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import type { WrappedKey } from "../catalog/keystore.ts";
import { decrypt, encrypt, KEY_BYTES } from "./seal.ts";

const SALT_BYTES = 16;

const derive = promisify(argon2);

export async function wrapKey(
  key: Uint8Array,
  password: Secret,
  cost: DerivationCost,
): Promise<WrappedKey> {
  const salt = randomBytes(SALT_BYTES);
  const wrapping = await wrappingKey(password, salt, cost);
  return { ...cost, salt: salt.toString("base64"), wrapped: encrypt(wrapping, key) };
}

/** Unwraps the key; undefined when the password is wrong. */
export async function unwrapKey(
  { salt, wrapped, memory, passes, parallelism }: WrappedKey,
  password: Secret,
): Promise<Buffer | undefined> {
  const cost = { memory, passes, parallelism };
  return decrypt(await wrappingKey(password, Buffer.from(salt, "base64"), cost), wrapped);
}

/** The first of the passwords that unwraps the key; `at` is its place among them. */
export async function firstToUnwrap(
  stored: WrappedKey,
  passwords: readonly (Secret | undefined)[],
): Promise<{ readonly password: Secret; readonly key: Buffer; readonly at: number } | undefined> {
  for (const [at, password] of passwords.entries()) {
    const key = password && (await unwrapKey(stored, password));
    if (password !== undefined && key !== undefined) return { password, key, at };
  }
  return undefined;
}

function wrappingKey(password: Secret, nonce: Buffer, cost: DerivationCost): Promise<Buffer> {
  return derive("argon2id", { message: reveal(password), nonce, tagLength: KEY_BYTES, ...cost });
}
