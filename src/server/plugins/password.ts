/** Password hashing: argon2id of node:crypto, stored as PHC strings (docs/compatibility.md). */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { DerivationCost } from "../../model/derivation.ts";
import { withoutEnd } from "../../model/trim.ts";

const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Hashes a password with a new salt; takes about 30 ms of one core at the standard cost. */
export async function hashPassword(password: string, cost: DerivationCost): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await compute(password, nonce, cost, TAG_BYTES);
  const { memory, passes, parallelism } = cost;
  return [
    "",
    "argon2id",
    "v=19",
    `m=${memory},t=${passes},p=${parallelism}`,
    base64(nonce),
    base64(tag),
  ].join("$");
}

/** Whether a password belongs to a hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parseHash(hash);
  if (parsed === undefined) return false;
  const { cost, salt, tag } = parsed;
  return timingSafeEqual(await compute(password, salt, cost, tag.byteLength), tag);
}

/** Whether guessing against a hash costs less than at this cost. */
export function isCheaper(hash: string, cost: DerivationCost): boolean {
  const found = parseHash(hash)?.cost;
  return found !== undefined && (found.memory < cost.memory || found.passes < cost.passes);
}

function parseHash(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (match === null) return undefined;
  const [, memory, passes, parallelism, salt = "", tag = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function compute(
  password: string,
  nonce: Buffer,
  cost: DerivationCost,
  tagLength: number,
): Promise<Buffer> {
  return derive("argon2id", { message: password, nonce, tagLength, ...cost });
}

function base64(bytes: Buffer): string {
  return withoutEnd(bytes.toString("base64"), "=");
}
