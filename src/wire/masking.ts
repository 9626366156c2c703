/**
 * Masks secrets in error responses, because a server or proxy may repeat the request's header or
 * body. Successful responses stay unchanged.
 */
import { client as limits } from "../model/limits.ts";
import { refusalText, succeeded, type WireResponse } from "./request.ts";

const MASK = "(secret)";

/** Length of the prefix by which a token or a password is recognized. */
const TOKEN_BEGIN = 8;
const PASSWORD_BEGIN = 1_024;

/** This many base64 or hexadecimal digits of a secret reveal it. */
const DIGITS_TOLD = 6;

/** Masks the account's credentials in responses other than success. */
export function masking(
  user: string,
  password: string,
  url: string,
): (response: WireResponse) => WireResponse {
  if (password === "") return (response) => response;
  const token = Buffer.from(`${user}:${password}`).toString("base64");
  const word = spelled(password.slice(0, PASSWORD_BEGIN));
  // Masked only with the user: a short password occurs in other words, and a mask in the URL would
  // reveal one.
  const isOfAddress = url.toLowerCase().includes(password.toLowerCase());
  const plain = isOfAddress || password.length < limits.maskedCharacters ? [] : [word];
  // The token is masked whole or truncated.
  const patterns = [
    `(?:basic\\W+)?${tokenOf(token.slice(0, TOKEN_BEGIN))}[\\w+/=%-]*`,
    `${spelled(user)}${spelled(":")}${word}`,
    ...plain,
  ];
  const pattern = new RegExp(patterns.join("|"), "gi");
  const hide = (text: string) => text.replaceAll(pattern, MASK);
  return (response) => {
    if (succeeded(response)) return response;
    const headers = Object.entries(response.headers).map(([name, value]) => [
      name,
      value && hide(value),
    ]);
    // Latin-1 maps each byte to one character and back.
    const body = Buffer.from(hide(Buffer.from(response.body).toString("latin1")), "latin1");
    return { ...response, headers: Object.fromEntries(headers), body: new Uint8Array(body) };
  };
}

/** Undefined if a part of a secret remains, or a secret is too short or too long to search for. */
export function refusalWithout(
  secrets: readonly string[],
  answer: WireResponse,
): string | undefined {
  const isSought = ({ length }: string) =>
    length >= limits.maskedCharacters && length <= PASSWORD_BEGIN;
  if (!secrets.every(isSought)) return undefined;
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  const body = hiddenIn(longestFirst, Buffer.from(answer.body).toString("latin1"));
  if (body === undefined) return undefined;
  const shown = refusalText({ ...answer, body: Buffer.from(body, "latin1") });
  // The conversion to text may spell a secret differently.
  const text = hiddenIn(longestFirst, Buffer.from(shown).toString("latin1"));
  return text && Buffer.from(text, "latin1").toString();
}

/** `text` is Latin-1 of its bytes; undefined if a part of a secret remains. */
function hiddenIn(secrets: readonly string[], text: string): string | undefined {
  if (secrets.length === 0) return text;
  const whole = new RegExp(secrets.map((one) => spelled(one)).join("|"), "gi");
  const parts = new RegExp(secrets.flatMap(partsOf).join("|"), "i");
  const hidden = text.replaceAll(whole, MASK);
  return parts.test(hidden) ? undefined : hidden;
}

/** Patterns for both halves of a secret, and for its base64 and hexadecimal forms. */
function partsOf(secret: string): readonly string[] {
  const half = Math.max(limits.maskedCharacters, Math.ceil(secret.length / 2));
  const bytes = Buffer.from(secret);
  const aligned = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return text.replace(/={1,2}$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
  });
  const encoded = [...aligned, bytes.toString("hex")].filter((one) => one.length >= DIGITS_TOLD);
  return [spelled(secret.slice(0, half)), spelled(secret.slice(-half)), ...encoded.map(tokenOf)];
}

function tokenOf(token: string): string {
  return Array.from(token, (one) => spelled(one, ...(SPELT[one] ?? []))).join("");
}

const SPELT: Readonly<Record<string, readonly string[]>> = { "+": ["-", " "], "/": ["_"] };

/** A pattern for a text in any encoding, as Latin-1 of its bytes. */
function spelled(text: string, ...others: readonly string[]): string {
  return Array.from(
    text,
    (one) =>
      `${SLASHED.includes(one) ? SLASHES : ""}(?:${[...spellings(one), ...others.map((other) => RegExp.escape(other))].join("|")})`,
  ).join("");
}

/** Backslashes of JSON and properties files, also escaped twice. */
const SLASHES = "\\\\{0,3}";

const SLASHED = `"\\/ `;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

const LINE_ENDS: Readonly<Record<string, string>> = { "\n": "n", "\r": "r", "\t": "t" };

/** Starts of entities and escaped bytes, also escaped twice. */
const ENTITY = "&(?:amp;)*";
const BYTE = "%(?:25)*";

/** In XML, JSON, URLs and forms, in UTF-8 and Latin-1, and each misread as the other. */
function spellings(one: string): readonly string[] {
  const code = one.codePointAt(0) ?? 0;
  const bytes = Buffer.from(one);
  const latin = bytes.toString("latin1");
  const hex = code.toString(16);
  const units = Array.from({ length: one.length }, (_unused, at) =>
    one.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  const isByte = code <= 0xff;
  const found = [
    RegExp.escape(latin),
    RegExp.escape(Buffer.from(latin).toString("latin1")),
    [...bytes].map((byte) => `${BYTE}${byte.toString(16).padStart(2, "0")}`).join(""),
    `${ENTITY}#0*${code};`,
    `${ENTITY}#x0*${hex};`,
    units.map((unit) => `\\\\+u${unit}`).join(""),
    ENTITIES[one] && `${ENTITY}${ENTITIES[one]};`,
    LINE_ENDS[one] && `\\\\+${LINE_ENDS[one]}`,
    isByte ? RegExp.escape(one) : undefined,
    isByte ? `${BYTE}${hex.padStart(2, "0")}` : undefined,
    one === " " ? "\\+" : undefined,
  ];
  return [...new Set(found.filter((pattern) => pattern !== undefined))];
}
