/**
 * Rules on passwords: what can be one at all, and what is too easy to guess
 * (docs/compatibility.md, "Keystore password").
 */
import { password as limits } from "./limits.ts";

/** Control characters and line ends cannot be sent by Basic authentication. */
const UNSENDABLE = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Well-known words and runs; compared in lower case, as a whole and without anything but letters. */
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

/** A text of fewer different characters is a repetition. */
const DIFFERENT_CHARACTERS = 5;

/** Why a text cannot be a password that clients send; undefined when it can. */
export function passwordProblem(text: string): string | undefined {
  if (text.trim() === "") return "is blank";
  if (Buffer.byteLength(text) > limits.bytes) return `is longer than ${limits.bytes} bytes`;
  return UNSENDABLE.test(text) ? "holds a control character" : undefined;
}

/** Whether a password has fewer characters than that, whatever a character takes in memory. */
export function isShorter(text: string, shortest: number): boolean {
  return Array.from(text).length < shortest;
}

/** Why a password is too easy to guess; undefined when it is not. `shortest` counts characters. */
export function passwordWeakness(
  text: string,
  shortest: number = limits.characters,
): string | undefined {
  if (isShorter(text, shortest)) return `has fewer than ${shortest} characters`;
  const plain = text.toLowerCase();
  if (KNOWN.has(plain) || KNOWN.has(plain.replaceAll(/[^a-z]/g, ""))) return "is a well-known word";
  return new Set(text).size < DIFFERENT_CHARACTERS ? "repeats a few characters" : undefined;
}
