/** Valid characters of documents, in XML and JSON: those of XML 1.0, 2.2. */

/** Invalid in XML: control characters, U+FFFE and U+FFFF, lone surrogates. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const EACH = new RegExp(UNWRITABLE, "gu");

/** The first invalid character of a text. */
export function unwritableIn(text: string): string | undefined {
  return UNWRITABLE.exec(text)?.[0];
}

/** Replaces invalid characters by U+FFFD. */
export function writableText(text: string): string {
  return text.replaceAll(EACH, "\ufffd");
}
