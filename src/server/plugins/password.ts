/** Password hashing: argon2id by Node's own crypto, kept as PHC strings (docs/compatibility.md). */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Hashes a password with a fresh salt; about 30 ms of one core. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await compute(password, nonce, PARAMETERS, TAG_BYTES);
  const { memory, passes, parallelism } = PARAMETERS;
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
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (match === null) return false;
  const [, memory, passes, parallelism, salt = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const actual = await compute(
    password,
    Buffer.from(salt, "base64"),
    parameters,
    expected.byteLength,
  );
  return timingSafeEqual(actual, expected);
}

function compute(
  password: string,
  nonce: Buffer,
  parameters: { memory: number; passes: number; parallelism: number },
  tagLength: number,
): Promise<Buffer> {
  return derive("argon2id", { message: password, nonce, tagLength, ...parameters });
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
