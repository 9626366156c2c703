/** Decodes XML in its declared encoding (XML 1.0, appendix F). */

/** The declaration must be within these bytes. */
const DECLARATION = 200;

/** Each byte is a character. Browsers decode these names as another encoding. */
const LATIN = /^(?:iso[-_]?8859-1|latin-?1|us-ascii)$/i;

/** Without a known encoding the text is UTF-8. */
export function xmlText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  return LATIN.test(encoding) ? letters(bytes) : decoderOf(encoding).decode(bytes);
}

function letters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
}

function encodingOf(bytes: Uint8Array): string {
  const [first = 32, second = 32] = bytes;
  if (second === 0 || (first === 0xff && second === 0xfe)) return "utf-16le";
  if (first === 0 || (first === 0xfe && second === 0xff)) return "utf-16be";
  const start = letters(bytes.subarray(0, DECLARATION));
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/;
  return declared.exec(start)?.[1] ?? "utf-8";
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}
