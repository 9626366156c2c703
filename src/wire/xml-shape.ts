/** Measures XML by its bytes, which is faster than XPath and suffices for most documents. */

/** Upper bounds for the document. */
export interface XmlShape {
  readonly depth: number;
  readonly elements: number;
  /** Bytes of the longest start tag. */
  readonly tagBytes: number;
  readonly hasInstructions: boolean;
}

/** Encodings in which bytes of markup never belong to another character. */
const PLAIN = /^(?:utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const DECLARED = /^[^>]{0,200}?\sencoding\s*=\s*["']([^"']*)/;
const DECLARATION = /^(?:\xef\xbb\xbf)?<\?xml\s/;
const BEGIN = /^(?:\xef\xbb\xbf)?\s*</;

const [BANG, QUOTE, APOSTROPHE, SLASH, LESS, GREATER, QUESTION] = [
  0x21, 0x22, 0x27, 0x2f, 0x3c, 0x3e, 0x3f,
];

/**
 * For well-formed documents without DOCTYPE; undefined where the bytes do not show the shape.
 * `encoding` overrides the declaration.
 */
export function shapeOf(content: Uint8Array, encoding?: string): XmlShape | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const begin = bytes.toString("latin1", 0, 256);
  const named = encoding ?? DECLARED.exec(begin)?.[1] ?? "utf-8";
  const isWide = /^(?:\xfe\xff|\xff\xfe)|^.{0,3}\0/s.test(begin);
  if (isWide || !PLAIN.test(named) || !BEGIN.test(begin)) return undefined;
  return countFrom(bytes, DECLARATION.exec(begin)?.[0].length ?? 0);
}

function countFrom(bytes: Buffer, start: number): XmlShape | undefined {
  const shape = { depth: 0, elements: 0, tagBytes: 0, hasInstructions: false };
  let level = 0;
  for (let at = nextMark(bytes, start); at < bytes.length; at = nextMark(bytes, at)) {
    const kind = bytes[at + 1];
    const isOther = kind === BANG || kind === QUESTION;
    const isEnd = kind === SLASH;
    const end = isOther ? endOfOther(bytes, at) : isEnd ? at + 2 : endOfTag(bytes, at);
    if (end === undefined) return undefined;
    if (kind === QUESTION) shape.hasInstructions = true;
    else if (isEnd) level--;
    else if (!isOther) {
      shape.elements++;
      shape.depth = Math.max(shape.depth, level + 1);
      shape.tagBytes = Math.max(shape.tagBytes, end - at);
      if (bytes[end - 2] !== SLASH) level++;
    }
    at = end;
  }
  return shape;
}

/** A loop is faster than indexOf for short distances. */
function nextMark(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== LESS) at++;
  return at;
}

/** A > in an attribute value does not end the tag. */
function endOfTag(bytes: Buffer, start: number): number {
  let quote = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === GREATER) return at + 1;
    else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
  }
  return bytes.length;
}

const others = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** Undefined for markup other than comments, CDATA sections and instructions. */
function endOfOther(bytes: Buffer, start: number): number | undefined {
  const found = others.find(
    ([begin]) => bytes.toString("latin1", start, start + begin.length) === begin,
  );
  if (found === undefined) return undefined;
  const [begin, end] = found;
  const at = bytes.indexOf(end, start + begin.length, "latin1");
  return at === -1 ? bytes.length : at + end.length;
}
