/**
 * Reads a document body, XML or JSON, into a tree without its root. Unknown members are left
 * alone: servers of this family ignore them.
 */
import { parseJson } from "./json.ts";
import { documentFormat } from "./media.ts";
import { decodeText } from "./text.ts";
import { isUnset, member, members, textOf, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml } from "./xml.ts";

/** Names of the root of a document: its own, and others that some servers give it. */
export type Roots = readonly [string, ...string[]];

/** Content of a document whose root must be one of `roots`. Throws WireError. */
export function parseBody(bytes: Uint8Array, contentType: string, ...roots: Roots): Tree {
  return parseRooted(bytes, contentType, ...roots).content;
}

/** The same with the root that it has. Throws WireError. */
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

/** Elements whose null an empty text does not stand for. */
const KEPT_NULLS: ReadonlySet<string> = new Set(["legend"]);

/** A body with an empty text in the place of each null. */
export function nullsEmptied(tree: Tree): Tree {
  if (isUnset(tree)) return "";
  if (Array.isArray(tree)) return tree.map(nullsEmptied);
  if (typeof tree !== "object") return tree;
  const emptied = members(tree).map(
    ([name, node]) => [name, KEPT_NULLS.has(name) ? node : nullsEmptied(node)] as const,
  );
  return Object.fromEntries(emptied);
}

/** Content of a document with any root; JSON documents of this sort come without one. */
export function parseBareBody(bytes: Uint8Array, contentType: string): Tree {
  const text = decodeText(bytes, contentType);
  return documentFormat(contentType) === "json" ? parseJson(text) : parseXml(text).content;
}

/** A map in any of the spellings clients use: `entry` elements, or one member per key. */
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
