/** Styles in YAML and JSON: YSLD, in the YAML version that GeoServer reads, and MBStyle. */
import { parseDocument } from "yaml";
import { digestOfValue } from "../model/digest.ts";
import { styleValues as limits } from "../model/limits.ts";
import type { StyleContent, StyleFormat } from "../model/style.ts";
import { jsonIn } from "./json.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";

/** Throws WireError for content that cannot be of the format. */
export function inspectValues(
  bytes: Uint8Array,
  format: Exclude<StyleFormat, "sld" | "css">,
): StyleContent {
  const text = decodeText(bytes);
  const found = format === "ysld" ? yamlIn(text) : plain(jsonIn(text), 0);
  if (typeof found !== "object" || found === null || Array.isArray(found))
    throw new WireError("malformed", "A style is a map of names to values", { line: 1 });
  const { name } = found as { readonly name?: unknown };
  return { format, version: "1.0.0", name: typeof name === "string" ? name : null, layers: [] };
}

/** A layout-independent identity; JSON is also valid YAML. Throws WireError. */
export function valuesIdentity(bytes: Uint8Array): string {
  return digestOfValue(yamlIn(decodeText(bytes)));
}

function yamlIn(text: string): unknown {
  // Deep nesting overflows the parser's stack: the parser reports an error or throws.
  const document = parsed(() =>
    parseDocument(text, { version: "1.1", logLevel: "error", uniqueKeys: false }),
  );
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line = 1, col: column = 1 } = problem.linePos?.[0] ?? {};
    const [message = ""] = problem.message.split(/ at line \d|; please use/);
    if (OVERFLOW.test(message)) throw tooDeep();
    throw new WireError("malformed", message, { line, column });
  }
  return plain(
    parsed(() => document.toJS({ maxAliasCount: limits.aliases }) as unknown),
    0,
  );
}

const OVERFLOW = /call stack/i;

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const message = `Its aliases stand for more than ${limits.aliases} times what they name`;
    throw new WireError("too-large", message);
  }
}

function tooDeep(): WireError {
  return new WireError("too-large", `It is nested more than ${limits.depth} deep`);
}

/** Values that JSON cannot represent become texts. Throws WireError for cyclic values. */
function plain(value: unknown, depth: number): unknown {
  if (depth > limits.depth) throw tooDeep();
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  const inside = (one: unknown) => plain(one, depth + 1);
  if (Array.isArray(value)) return value.map(inside);
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, inside);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]));
}
