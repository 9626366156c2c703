/** Parses XML and JSON bodies into trees. Unknown members are ignored later, as GeoServer does. */
import { parseJson } from "./json.ts";
import { documentFormat } from "./media.ts";
import { decodeText } from "./text.ts";
import { isUnset, member, members, textOf, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml } from "./xml.ts";

/** Accepted root names; the first one is the standard. */
export type Roots = readonly [string, ...string[]];

/** The content of a document with one of these roots. Throws WireError. */
export function parseBody(bytes: Uint8Array, contentType: string, ...roots: Roots): Tree {
  return parseRooted(bytes, contentType, ...roots).content;
}

/** As `parseBody`, with the actual root. Throws WireError. */
export function parseRooted(
  bytes: Uint8Array,
  contentType: string,
  ...roots: Roots
): { readonly root: string; readonly content: Tree } {
  const [first] = roots;
  if (documentFormat(contentType) === "json") {
    const tree = parseJson(decodeText(bytes, contentType));
    for (const root of roots) {
      const content = member(tree, root);
      if (content !== undefined) return { root, content };
    }
    throw new WireError("malformed", `The JSON body has no member ${first}`);
  }
  const parsed = parseXml(decodeText(bytes, contentType));
  if (roots.includes(parsed.root)) return parsed;
  throw new WireError("malformed", `The root element is ${parsed.root}; it must be ${first}`);
}

/** Elements whose null stays null. */
const KEPT_NULLS: ReadonlySet<string> = new Set(["legend"]);

/** Replaces nulls by empty texts. */
export function nullsEmptied(tree: Tree): Tree {
  if (isUnset(tree)) return "";
  if (Array.isArray(tree)) return tree.map(nullsEmptied);
  if (typeof tree !== "object") return tree;
  const emptied = members(tree).map(
    ([name, node]) => [name, KEPT_NULLS.has(name) ? node : nullsEmptied(node)] as const,
  );
  return Object.fromEntries(emptied);
}

/** The content of a document with any root; JSON documents have none. */
export function parseBareBody(bytes: Uint8Array, contentType: string): Tree {
  const text = decodeText(bytes, contentType);
  return documentFormat(contentType) === "json" ? parseJson(text) : parseXml(text).content;
}

/** Parses a map: `entry` elements, or one member per key. */
export function parseEntries(tree: Tree | undefined): ReadonlyMap<string, string> | undefined {
  if (tree === undefined) return undefined;
  const entries = new Map<string, string>();
  for (const [name, node] of members(tree)) {
    for (const [key, text] of name === "entry"
      ? entryPairs(node)
      : [[name, entryText(node)] as const]) {
      if (key !== undefined) entries.set(key, text ?? "");
    }
  }
  return entries;
}

function entryPairs(node: Tree): readonly (readonly [string | undefined, string | undefined])[] {
  const list = Array.isArray(node) ? (node as readonly Tree[]) : [node];
  return list.map((entry) => {
    const strings = member(entry, "string");
    if (Array.isArray(strings))
      return [textOf(strings[0] as Tree), entryText(strings[1] as Tree)] as const;
    return [textOf(member(entry, "@key")), entryText(member(entry, "$"))] as const;
  });
}

function entryText(node: Tree | undefined): string | undefined {
  if (node === undefined || node === null) return undefined;
  if (typeof node !== "object") return String(node);
  return entryText(member(node, "$") ?? member(node, "string"));
}
