/** JSON bodies, bounded in depth before they are parsed; prototype keys are refused. */
import { json as limits } from "../model/limits.ts";
import type { Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Parses a JSON body. Throws WireError. */
export function parseJson(text: string): Tree {
  const depth = nesting(text);
  if (depth > limits.depth) {
    throw new WireError("too-large", `JSON is nested ${depth} deep; the limit is ${limits.depth}`);
  }
  try {
    return JSON.parse(text, refusePrototypeKeys) as Tree;
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError("malformed", `Malformed JSON: ${(error as Error).message}`);
  }
}

function refusePrototypeKeys(key: string, value: unknown): unknown {
  if (FORBIDDEN_KEYS.has(key)) throw new WireError("malformed", `The JSON key ${key} is refused`);
  return value;
}

/** Deepest nesting of brackets outside strings, found without building anything. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const token of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token[0] === "[" || token[0] === "{") deepest = Math.max(deepest, ++depth);
    else if (token[0] === "]" || token[0] === "}") depth--;
  }
  return deepest;
}
