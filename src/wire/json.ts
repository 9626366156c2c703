/**
 * Parses JSON bodies. Limits their depth before parsing; rejects prototype keys, and characters
 * that XML cannot represent.
 */
import { json as limits } from "../model/limits.ts";
import { unwritableIn, writableText } from "../model/writable.ts";
import type { Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Accepts single-quoted texts, as GeoServer does. Throws WireError. */
export function parseJson(body: string): Tree {
  const text = doubleQuoted(body);
  const { depth, duplicate } = survey(text);
  if (depth > limits.depth) {
    throw new WireError("too-large", `JSON is nested ${depth} deep; the limit is ${limits.depth}`);
  }
  const tree = jsonIn(text, refuseUnsafe) as Tree;
  if (duplicate !== undefined)
    throw new WireError("malformed", `The JSON key ${duplicate} stands twice in one object`);
  return tree;
}

/** Throws WireError without a quotation: a response may repeat secrets of its request. */
export function jsonIn(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/(?:, )?(?:\.{3})?"[^]*/, "");
    const page = /^\s*</.test(text) ? "this is a page, or XML" : reason;
    throw new WireError("malformed", `Malformed JSON: ${page || "this is none"}`);
  }
}

/** An unclosed text extends to the end and stays unchanged, so that the scan is linear. */
function doubleQuoted(text: string): string {
  if (!text.includes("'")) return text;
  return text.replaceAll(
    /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|'([^'\\]*(?:\\.[^'\\]*)*)(?:(')|\\?$)/gs,
    (whole, inside: string = "", end: string | undefined) =>
      end === undefined
        ? whole
        : `"${inside.replaceAll(/\\.|"/gs, (one) => ({ '"': '\\"', "\\'": "'" })[one] ?? one)}"`,
  );
}

/** Rejects inexact integers; the form of `3.4e38` shows that it is rounded. */
function refuseUnsafe(key: string, value: unknown, context?: { source?: string }): unknown {
  if (FORBIDDEN_KEYS.has(key)) throw new WireError("malformed", `The JSON key ${key} is refused`);
  if (unwritableIn(key) !== undefined || (typeof value === "string" && unwritableIn(value)))
    throw new WireError("malformed", `${shown(key)} holds a character that XML cannot write`);
  const rounded = Number.isFinite(value) && /[.eE]/.test(context?.source ?? "");
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER && !rounded) {
    const message = `The number in ${shown(key)} is too large to be exact; write it as a text`;
    throw new WireError("malformed", message);
  }
  return value;
}

function shown(key: string): string {
  return key === "" ? "the JSON" : writableText(key);
}

function survey(text: string): { depth: number; duplicate: string | undefined } {
  const keys: Set<string>[] = [];
  let level = 0;
  let depth = 0;
  let duplicate: string | undefined;
  for (const [token, key] of text.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{}]/gs,
  )) {
    if (token === "[" || token === "{") {
      depth = Math.max(depth, ++level);
      if (level <= limits.depth) keys[level] = new Set();
    } else if (token === "]" || token === "}") {
      level--;
    } else if (key !== undefined) {
      if (keys[level]?.has(key) === true) duplicate ??= key;
      keys[level]?.add(key);
    }
  }
  return { depth, duplicate };
}
