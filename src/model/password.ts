/** Password rules: valid characters and strength (docs/compatibility.md, "Keystore password"). */
import { password as limits } from "./limits.ts";

/** Basic authentication cannot send control characters and line ends. */
const UNSENDABLE = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Compared in lower case, whole and reduced to letters. */
const KNOWN = new Set([
  "admin",
  "administrator",
  "changeit",
  "changeme",
  "correcthorsebatterystaple",
  "geoserver",
  "geoservergeoserver",
  "keystorepassword",
  "letmein",
  "masterpassword",
  "masterpw",
  "passphrase",
  "password",
  "passwordpassword",
  "plumbline",
  "plumblineplumbline",
  "qwerty",
  "qwertyuiop",
  "qwertyuiopasdfgh",
  "secret",
  "welcome",
  "012345678901234",
  "0123456789012345",
  "123456789012345",
  "1234567890123456",
  "0123456789abcdef",
]);

/** Fewest distinct characters. */
const DIFFERENT_CHARACTERS = 5;

/** Why clients cannot send a password. */
export function passwordProblem(text: string): string | undefined {
  if (text.trim() === "") return "is blank";
  if (Buffer.byteLength(text) > limits.bytes) return `is longer than ${limits.bytes} bytes`;
  return UNSENDABLE.test(text) ? "holds a control character" : undefined;
}

/** Counts code points. */
export function isShorter(text: string, shortest: number): boolean {
  return Array.from(text).length < shortest;
}

/** Why a password is too weak. */
export function passwordWeakness(
  text: string,
  shortest: number = limits.characters,
): string | undefined {
  if (isShorter(text, shortest)) return `has fewer than ${shortest} characters`;
  const plain = text.toLowerCase();
  if (KNOWN.has(plain) || KNOWN.has(plain.replaceAll(/[^a-z]/g, ""))) return "is a well-known word";
  return new Set(text).size < DIFFERENT_CHARACTERS ? "repeats a few characters" : undefined;
}
