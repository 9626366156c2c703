/**
 * Bytes to text. The byte order mark decides first, then the media type's charset, then the XML
 * declaration, then UTF-8. Bytes that the encoding cannot hold are refused, never replaced.
 */
import { charsetOf } from "./media.ts";
import { WireError } from "./wire-error.ts";

/** Decodes a body. Throws WireError for unknown encodings and for bytes that are not in it. */
export function decodeText(bytes: Uint8Array, contentType = ""): string {
  const encoding = byteOrderMark(bytes) ?? charsetOf(contentType) ?? declared(bytes) ?? "utf-8";
  const decoder = decoderFor(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new WireError("malformed", `The body is not ${encoding}`);
  }
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new WireError("wrong-type", `The encoding ${encoding} is not known`);
  }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/**
 * The bytes without a mark of UTF-8 in front, which says nothing there is to say. Those of other encodings
 * are needed to read what follows, and stay.
 */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return byteOrderMark(bytes) === "utf-8" ? bytes.subarray(MARK_BYTES) : bytes;
}

/** Length of the mark of UTF-8. */
const MARK_BYTES = 3;

/** The charset that a content type has to name for all servers to read bytes that begin with a mark of UTF-16. */
export function wideCharset(bytes: Uint8Array): "utf-16" | undefined {
  return byteOrderMark(bytes)?.startsWith("utf-16") === true ? "utf-16" : undefined;
}

/** Whether the bytes say themselves, by mark or declaration, how they are encoded. */
export function namesItsEncoding(bytes: Uint8Array): boolean {
  return (byteOrderMark(bytes) ?? declared(bytes)) !== undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1];
}
