/**
 * Encodes names as XML element names. Invalid characters become `_xHHHH_` with their hexadecimal
 * code point, as in ISO 9075-14: `2020` becomes `_x0032_020`, and `a b` becomes `a_x0020_b`.
 */

// XML 1.0, 2.3, without the colon, which separates prefixes.
const LETTERS =
  "A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D" +
  "\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const FIRST = new RegExp(`[${LETTERS}]`, "u");
const LATER = new RegExp(`[${LETTERS}0-9.\\-\\xB7\\u0300-\\u036F\\u203F\\u2040]`, "u");
const ESCAPE = /_x([0-9A-F]{4,6})_/g;

/** `nameOfElement` is the inverse. */
export function elementName(name: string): string {
  // The underscore of a text that looks like an escape is escaped.
  const pieces = name.split(/(_)(?=x[0-9A-F]{4})/);
  const [first = "_", ...others] = pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [escaped(piece)] : Array.from(piece, writable),
  );
  return [FIRST.test(first) ? first : escaped(first), ...others].join("");
}

function writable(character: string): string {
  return LATER.test(character) ? character : escaped(character);
}

/** Decodes an element name. */
export function nameOfElement(localName: string): string {
  return localName.replaceAll(ESCAPE, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
}
