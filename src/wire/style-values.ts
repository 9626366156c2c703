/** Styles that are values: YSLD as YAML, of the version that servers read, and MBStyle as JSON. */
import { parseDocument } from "yaml";
import { digestOfValue } from "../model/digest.ts";
import type { StyleContent, StyleFormat } from "../model/style.ts";
import { jsonIn } from "./json.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";

/** Looks into such content. Throws WireError where it cannot be of that format. */
export function inspectValues(
  bytes: Uint8Array,
  format: Exclude<StyleFormat, "sld" | "css">,
): StyleContent {
  const text = decodeText(bytes);
  const found = format === "ysld" ? yamlIn(text) : jsonIn(text);
  if (typeof found !== "object" || found === null || Array.isArray(found))
    throw new WireError("malformed", "A style is a map of names to values", { line: 1 });
  const { name } = found as { readonly name?: unknown };
  return { format, version: "1.0.0", name: typeof name === "string" ? name : null, layers: [] };
}

/** What shows such values from others, whatever their layout; JSON is YAML, too. Throws WireError. */
export function valuesIdentity(bytes: Uint8Array): string {
  return digestOfValue(yamlIn(decodeText(bytes)));
}

function yamlIn(text: string): unknown {
  const document = parseDocument(text, { version: "1.1", logLevel: "silent", uniqueKeys: false });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const { line = 1, col: column = 1 } = problem.linePos?.[0] ?? {};
    const [message = ""] = problem.message.split(/ at line \d/);
    throw new WireError("malformed", message, { line, column });
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new WireError("too-large", (error as Error).message);
  }
}
