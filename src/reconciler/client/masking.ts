/**
 * Hides the credentials of a client in refusals: a server, or what stands before it, may repeat the header that it was
 * sent, or what it read there. Contents that a server gives are what they are, and stay so.
 */
import { client as limits } from "../../model/limits.ts";
import { succeeded, type WireResponse } from "../../wire/request.ts";

const MASK = "(secret)";

/** Characters by which a token is known, and those of a password by which it is. */
const TOKEN_BEGIN = 8;
const PASSWORD_BEGIN = 1_024;

/** A function that hides the credentials of an account in what the server at an address answers beside success. */
export function masking(
  user: string,
  password: string,
  url: string,
): (response: WireResponse) => WireResponse {
  if (password === "") return (response) => response;
  const token = Buffer.from(`${user}:${password}`).toString("base64");
  const word = spelled(password.slice(0, PASSWORD_BEGIN));
  // A short word is in others, and one of the address in all that names a place, where a mask would tell it: both are
  // looked for with their user alone.
  const isOfAddress = url.toLowerCase().includes(password.toLowerCase());
  const plain = isOfAddress || password.length < limits.maskedCharacters ? [] : [word];
  const patterns = [
    `(?:basic\\W+)?${tokenLike(token)}`,
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
    // As Latin-1 each byte is a character, and stays one.
    const body = Buffer.from(hide(Buffer.from(response.body).toString("latin1")), "latin1");
    return { ...response, headers: Object.fromEntries(headers), body: new Uint8Array(body) };
  };
}

/** The token in any spelling, whole or cut off: what begins as it does. */
function tokenLike(token: string): string {
  const begin = Array.from(token.slice(0, TOKEN_BEGIN), (one) =>
    spelled(one, ...(SPELT[one] ?? [])),
  );
  return `${begin.join("")}[\\w+/=%-]*`;
}

const SPELT: Readonly<Record<string, readonly string[]>> = { "+": ["-", " "], "/": ["_"] };

/** A pattern for a text as it may stand in any answer, as Latin-1 of its bytes. */
function spelled(text: string, ...others: readonly string[]): string {
  return Array.from(
    text,
    (one) => `(?:${[...spellings(one), ...others.map(escaped)].join("|")})`,
  ).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A character as text, in XML, JSON, addresses and forms, in UTF-8 and Latin-1, and read as the other of both. */
function spellings(one: string): readonly string[] {
  const code = one.codePointAt(0) ?? 0;
  const bytes = Buffer.from(one);
  const latin = bytes.toString("latin1");
  const hex = code.toString(16);
  const units = Array.from({ length: one.length }, (_unused, at) =>
    one.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const found = [
    latin,
    Buffer.from(latin).toString("latin1"),
    percent,
    `&#${code};`,
    `&#x${hex};`,
    units.map((unit) => `\\u${unit}`).join(""),
    ENTITIES[one],
    code <= 0xff ? one : undefined,
    code <= 0xff ? `%${hex.padStart(2, "0")}` : undefined,
    one === " " ? "+" : undefined,
    `"\\/`.includes(one) ? `\\${one}` : undefined,
  ];
  return [...new Set(found.filter((text) => text !== undefined))].map(escaped);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
