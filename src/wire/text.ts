/**
 * Decodes bytes by the byte order mark, else the media type's charset, else the XML declaration,
 * else as UTF-8. Invalid bytes are rejected, never replaced.
 */
import { http as limits } from "../model/limits.ts";
import { charsetOf, isText } from "./media.ts";
import { WireError } from "./wire-error.ts";

/** Throws WireError for unknown encodings and invalid bytes. */
export function decodeText(bytes: Uint8Array, contentType = ""): string {
  const encoding = byteOrderMark(bytes) ?? charsetOf(contentType) ?? declared(bytes) ?? "utf-8";
  const decoder = decoderFor(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new WireError("malformed", `The body is not ${encoding}`);
  }
}

/**
 * Makes a body independent of its content type: a text whose encoding only the content type names
 * becomes UTF-8. Where the declaration and the content type disagree, UTF-8 wins if one names it
 * and the bytes are valid. All else stays unchanged. Throws WireError for unknown encodings and
 * invalid bytes.
 */
export function keptText(bytes: Uint8Array, contentType: string): Uint8Array {
  const charset = isText(contentType) ? charsetOf(contentType) : undefined;
  if (charset === undefined || byteOrderMark(bytes) !== undefined) return bytes;
  const said = decoderFor(charset).encoding;
  const own = declared(bytes);
  if (own === undefined) return said === UTF_8 ? bytes : inUtf8(bytes, charset);
  const isOwnUtf8 = own.toLowerCase() === UTF_8;
  if (isOwnUtf8) return said === UTF_8 || isUtf8(bytes) ? bytes : inUtf8(bytes, charset);
  return said === UTF_8 && isUtf8(bytes) ? declaredAsUtf8(bytes) : bytes;
}

const UTF_8 = "utf-8";

function inUtf8(bytes: Uint8Array, charset: string): Uint8Array {
  return encodedAsUtf8(decodeText(bytes, `;charset=${charset}`));
}

/** Updates the encoding in an XML declaration. */
function encodedAsUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(
    text.replace(DECLARED, (all, name: string) =>
      name.toLowerCase() === UTF_8 ? all : all.replace(name, "UTF-8"),
    ),
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return decoderFor(UTF_8).decode(bytes) !== undefined;
  } catch {
    return false;
  }
}

/** ASCII bytes stay unchanged: they are valid in both encodings. */
function declaredAsUtf8(bytes: Uint8Array): Uint8Array {
  if (bytes.every((byte) => byte < 0x80)) return bytes;
  return encodedAsUtf8(decoderFor(UTF_8).decode(bytes));
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    const shown = encoding.slice(0, limits.quotedCharacters);
    throw new WireError("wrong-type", `The encoding ${shown} is not known`);
  }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Removes a UTF-8 byte order mark; other marks are needed for decoding. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return byteOrderMark(bytes) === "utf-8" ? bytes.subarray(MARK_BYTES) : bytes;
}

const MARK_BYTES = 3;

/** All servers need this charset to read UTF-16. */
export function wideCharset(bytes: Uint8Array): "utf-16" | undefined {
  return byteOrderMark(bytes)?.startsWith("utf-16") === true ? "utf-16" : undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return DECLARED.exec(head)?.[1];
}

const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;
