/** Places of start tags, because the parser gives lines only. */
import { decodeText } from "./text.ts";

/** Both count from 1. */
export interface TagPlace {
  readonly line: number;
  readonly column: number;
}

// Attributes contain no bare <, so every other < starts a tag. Unclosed markup extends to the end,
// so that the scan is linear.
const MARKUP = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(?=[^/!?])|\n/g;

/** Start tags of a well-formed document up to index `last`. Throws WireError for invalid bytes. */
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
