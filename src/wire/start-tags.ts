/** Where elements begin in the text of a document: the parser knows lines only. */
import { decodeText } from "./text.ts";

/** A place in a text; both count from 1. */
export interface TagPlace {
  readonly line: number;
  readonly column: number;
}

// No attribute holds a bare <, so what is neither a comment, a section nor an instruction is a tag. What does not end is
// taken to the end of the text, so that it is looked through once.
const MARKUP = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(?=[^/!?])|\n/g;

/**
 * Places of the start tags of a well-formed document, in the order of its elements. Only as many are
 * found as are asked for: `last` counts from 0. Throws WireError for bytes that are no text.
 */
export function startTags(bytes: Uint8Array, last: number): readonly TagPlace[] {
  const places: TagPlace[] = [];
  const text = decodeText(bytes);
  let [line, lineStart] = [1, 0];
  for (const { 0: token, index } of text.matchAll(MARKUP)) {
    if (token === "<") places.push({ line, column: index - lineStart + 1 });
    else {
      const lines = token.split("\n").length - 1;
      line += lines;
      if (lines > 0) lineStart = index + token.lastIndexOf("\n") + 1;
    }
    if (places.length > last) break;
  }
  return places;
}
