/** Checks a filter's text before parsing, which limits the parser's time and stack. */
import { filter as limits } from "../../model/limits.ts";

/** `offset` counts from 0. */
export interface Excess {
  readonly message: string;
  readonly offset: number;
}

// Commas do not count as tokens: the longest permitted list fits.
const TOKEN =
  /\s+|,|'(?:[^']|'')*'?|"[^"]*"?|\d{4}-\d\d-\d\d(?:T[\d:.]*)?(?:Z|[+-]\d\d:?\d\d)?|\w[\w.]*|<>|<=|>=|==|&&|\|\||./gisu;

/** The first exceeded limit. */
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
  // Quotes do not count.
  const isText = token.startsWith("'") && bytesOf(token) - 2 > limits.literalBytes;
  return isText ? `A text has more than ${limits.literalBytes} bytes` : undefined;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
