/**
 * The neutral shape that XML and JSON bodies share: text, objects, lists. Attributes are members
 * named `@name`, the text of an element with attributes is `$`. Lenient where this family of
 * servers is lenient: a list of one may come bare, an empty element is an empty text.
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

/** A member of an object; undefined when it is absent or the node is no object. */
export function member(tree: Tree | undefined, key: string): Tree | undefined {
  if (tree === null || typeof tree !== "object" || Array.isArray(tree)) return undefined;
  return Object.hasOwn(tree, key) ? (tree as Readonly<Record<string, Tree>>)[key] : undefined;
}

/** The members of an object; none when the node is no object. */
export function members(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  if (tree === null || typeof tree !== "object" || Array.isArray(tree)) return [];
  return Object.entries(tree);
}

/** Whether a node is null or a blank text, as layout between the tags of an element without content is. */
export function isBlank(tree: Tree): boolean {
  return tree === null || (typeof tree === "string" && tree.trim() === "");
}

/** A node as a list: nothing for a blank one, one for an object or a text, itself for a list. */
export function asList(tree: Tree | undefined): readonly Tree[] {
  if (tree === undefined || tree === null || isBlank(tree)) return [];
  if (Array.isArray(tree)) return tree as readonly Tree[];
  return [tree];
}

/** The entries of a map by their keys: servers show maps in any order. */
export function entryList(map: Tree | undefined): readonly Tree[] {
  const key = (entry: Tree) => memberText(entry, "@key") ?? "";
  return asList(member(map, "entry")).toSorted((a, b) => compareText(key(a), key(b)));
}

/** The text of a node or of an element with attributes, as it was sent; undefined for others. */
export function wholeText(tree: Tree | undefined): string | undefined {
  if (tree === undefined || tree === null) return undefined;
  if (typeof tree !== "object") return String(tree);
  return Array.isArray(tree) ? undefined : wholeText(member(tree, "$"));
}

/** The same without white space around it: for names, choices and numbers, and for what is compared. */
export function textOf(tree: Tree | undefined): string | undefined {
  return wholeText(tree)?.trim();
}

/** The text of a member, as it was sent. */
export function memberWholeText(tree: Tree | undefined, key: string): string | undefined {
  return wholeText(member(tree, key));
}

/** The text of a member without white space around it. */
export function memberText(tree: Tree | undefined, key: string): string | undefined {
  return textOf(member(tree, key));
}

/** A boolean member, read as Java reads one: anything but "true" is false. */
export function memberFlag(tree: Tree | undefined, key: string): boolean | undefined {
  const text = memberText(tree, key);
  return text === undefined || text === "" ? undefined : text.toLowerCase() === "true";
}

/** Whether a node says that there is nothing: null in JSON, `xsi:nil` in XML. */
export function isUnset(tree: Tree): boolean {
  const nil = memberText(tree, "@xsi:nil");
  return tree === null || nil === "true" || nil === "1";
}

/** A reference: plain text, or an object with `name`, `prefix` or `id`. */
export function referenceName(tree: Tree | undefined): string | undefined {
  const name = textOf(tree) ?? memberText(tree, "name") ?? memberText(tree, "prefix");
  return name ?? memberText(tree, "id");
}

/** All texts in a node, without attributes and without empty ones. */
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
