/**
 * The neutral tree of XML and JSON bodies. Attributes are members named `@name`; `$` is the text of
 * an element with attributes. As in GeoServer, a list of one may be bare, and an empty element is
 * an empty text.
 */
import { compareText } from "../model/address.ts";

/** A node of a parsed body. */
export type Tree =
  | string
  | number
  | boolean
  | null
  | readonly Tree[]
  | { readonly [key: string]: Tree };

/** Undefined also for a node that is no object. */
export function member(tree: Tree | undefined, key: string): Tree | undefined {
  if (tree === null || typeof tree !== "object" || Array.isArray(tree)) return undefined;
  return Object.hasOwn(tree, key) ? (tree as Readonly<Record<string, Tree>>)[key] : undefined;
}

/** None for a node that is no object. */
export function members(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  if (tree === null || typeof tree !== "object" || Array.isArray(tree)) return [];
  return Object.entries(tree);
}

/** Blank texts are the layout inside an element without content. */
export function isBlank(tree: Tree): boolean {
  return tree === null || (typeof tree === "string" && tree.trim() === "");
}

/** Empty for a blank node; a single object or text becomes a list of one. */
export function asList(tree: Tree | undefined): readonly Tree[] {
  if (tree === undefined || tree === null || isBlank(tree)) return [];
  if (Array.isArray(tree)) return tree as readonly Tree[];
  return [tree];
}

/** Sorted by key, because servers return any order. */
export function entryList(map: Tree | undefined): readonly Tree[] {
  const key = (entry: Tree) => memberText(entry, "@key") ?? "";
  return asList(member(map, "entry")).toSorted((a, b) => compareText(key(a), key(b)));
}

/** The metadata entry of a key. */
export function metadataEntry(document: Tree | undefined, key: string): Tree | undefined {
  const entries = asList(member(member(document, "metadata"), "entry"));
  return entries.find((entry) => memberText(entry, "@key") === key);
}

/** The trimmed texts of a list of strings. */
export function stringsIn(list: Tree | undefined): readonly string[] {
  return asList(member(list, "string")).flatMap((text) => textOf(text) ?? []);
}

/** Not trimmed; undefined for lists and for objects without text. */
export function wholeText(tree: Tree | undefined): string | undefined {
  if (tree === undefined || tree === null) return undefined;
  if (typeof tree !== "object") return String(tree);
  return Array.isArray(tree) ? undefined : wholeText(member(tree, "$"));
}

/** As `wholeText`, trimmed. */
export function textOf(tree: Tree | undefined): string | undefined {
  return wholeText(tree)?.trim();
}

/** The text of a member, not trimmed. */
export function memberWholeText(tree: Tree | undefined, key: string): string | undefined {
  return wholeText(member(tree, key));
}

/** The trimmed text of a member. */
export function memberText(tree: Tree | undefined, key: string): string | undefined {
  return textOf(member(tree, key));
}

/** Parses a boolean as Java does: anything but "true" is false. */
export function memberFlag(tree: Tree | undefined, key: string): boolean | undefined {
  const text = memberText(tree, key);
  return text === undefined || text === "" ? undefined : text.toLowerCase() === "true";
}

/** Null in JSON, `xsi:nil` in XML. */
export function isUnset(tree: Tree): boolean {
  const nil = memberText(tree, "@xsi:nil");
  return tree === null || nil === "true" || nil === "1";
}

/** Reads a reference: a text, or an object with `name`, `prefix` or `id`. */
export function referenceName(tree: Tree | undefined): string | undefined {
  const name = textOf(tree) ?? memberText(tree, "name") ?? memberText(tree, "prefix");
  return name ?? memberText(tree, "id");
}

/** Without attributes and empty texts. */
export function textsBelow(node: Tree | undefined): readonly string[] {
  if (node === undefined || node === null) return [];
  if (Array.isArray(node)) return (node as readonly Tree[]).flatMap(textsBelow);
  if (typeof node === "object")
    return members(node).flatMap(([name, inner]) =>
      name.startsWith("@") ? [] : textsBelow(inner),
    );
  const text = String(node).trim();
  return text === "" ? [] : [text];
}
