/** Which texts a document can hold, whether it is sent or shown as XML or as JSON: those of XML 1.0, 2.2. */

/** What no XML document holds: control characters, U+FFFE and U+FFFF, lone surrogates. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const EACH = new RegExp(UNWRITABLE, "gu");

/** The first character of a text that no document can hold; undefined where it can be written. */
export function unwritableIn(text: string): string | undefined {
  return UNWRITABLE.exec(text)?.[0];
}

/** A text with what no document can hold replaced by U+FFFD. */
export function writableText(text: string): string {
  return text.replaceAll(EACH, "\ufffd");
}
