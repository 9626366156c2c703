/**
 * The bounds of a filter's text, counted before the parser sees it: its work and its stack are
 * bounded then, whatever the text holds.
 */
import { filter as limits } from "../../model/limits.ts";

/** What is beyond a bound, and where; `offset` counts from 0. */
export interface Excess {
  readonly message: string;
  readonly offset: number;
}

// Commas separate tokens and are none: a list of the most options fits.
const TOKEN =
  /\s+|,|'(?:[^']|'')*'?|"[^"]*"?|\d{4}-\d\d-\d\d(?:T[\d:.]*)?(?:Z|[+-]\d\d:?\d\d)?|\w[\w.]*|<>|<=|>=|==|&&|\|\||./gisu;

/** The first bound that a text is beyond; undefined when it is within all of them. */
export function findExcess(text: string): Excess | undefined {
  const bytes = bytesOf(text);
  if (bytes > limits.bytes)
    return { message: `The filter has ${bytes} bytes; the limit is ${limits.bytes}`, offset: 0 };
  let [tokens, depth] = [0, 0];
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    tokens += Number(!/^(?:\s+|,)$/.test(token));
    depth += DEPTHS[token] ?? 0;
    const message = messageOf({ token, tokens, depth });
    if (message !== undefined) return { message, offset };
  }
  return undefined;
}

const DEPTHS: Readonly<Record<string, number>> = { "(": 1, "[": 1, ")": -1, "]": -1 };

interface Count {
  readonly token: string;
  readonly tokens: number;
  readonly depth: number;
}

function messageOf({ token, tokens, depth }: Count): string | undefined {
  if (tokens > limits.tokens) return `The filter has more than ${limits.tokens} words and signs`;
  if (depth > limits.depth) return `Parentheses are more than ${limits.depth} deep`;
  // The quotes around a text are not of it.
  const isText = token.startsWith("'") && bytesOf(token) - 2 > limits.literalBytes;
  return isText ? `A text has more than ${limits.literalBytes} bytes` : undefined;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
