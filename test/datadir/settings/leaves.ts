/** The settings in documents of a data directory: texts that somebody set. */
import { elementsOf, textOf, parseElement, escape, innerXml } from "../../stock/xml-tree.ts";
import type { Element } from "../../stock/xml-tree.ts";

/** One text of a document. */
export interface Leaf {
  /** Elements from the root, without namespaces; entries of maps with their keys. */
  readonly path: string;
  readonly text: string;
  /** Where it is: the number of each element among those beside it. */
  readonly at: readonly number[];
}

/** A document with its root. */
export interface ReadDocument {
  readonly root: Element;
  readonly leaves: readonly Leaf[];
}

/** Reads a document; undefined for what is no XML. */
export function readLeaves(text: string): ReadDocument | undefined {
  try {
    const root = parseElement(text.replace(/^\ufeff/, "").trimStart());
    return { root, leaves: leavesBelow(root, [plain(root.name)], []) };
  } catch {
    return undefined;
  }
}

/** A name of an element without its prefix. */
export function plain(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function leavesBelow(
  element: Element,
  path: readonly string[],
  at: readonly number[],
): readonly Leaf[] {
  const inside = elementsOf(element);
  if (inside.length === 0) return [{ path: path.join("/"), text: textOf(element), at }];
  const key = keyOf(element);
  return inside.flatMap((one, index) => {
    // The first element of an entry is its key, unless an attribute says that.
    if (key.isElement && index === 0) return [];
    return leavesBelow(one, [...path, plain(one.name) + keyText(one)], [...at, index]);
  });
}

function keyText(element: Element): string {
  const { text } = keyOf(element);
  return text === "" ? "" : `[${text}]`;
}

/** The key of an entry of a map. */
function keyOf(element: Element): { readonly text: string; readonly isElement: boolean } {
  if (element.name !== "entry") return { text: "", isElement: false };
  const attribute = element.attributes.get("key");
  if (attribute !== undefined) return { text: attribute, isElement: false };
  const [first, ...others] = elementsOf(element);
  const isElement = first !== undefined && others.length > 0;
  return { text: isElement ? textOf(first) : "", isElement };
}

/** The document with other texts at some places. */
export function changedDocument(
  root: Element,
  changes: readonly { readonly at: readonly number[]; readonly text: string }[],
): string {
  const after = changes.reduce((element, { at, text }) => withText(element, at, text), root);
  const attributes = [...after.attributes].map(([name, value]) => ` ${name}="${escape(value)}"`);
  const text = `<${after.name}${attributes.join("")}>${innerXml(after)}</${after.name}>`;
  // A bare carriage return would be read as a line feed.
  return text.replaceAll("\r", "&#13;");
}

function withText(element: Element, [first, ...rest]: readonly number[], text: string): Element {
  if (first === undefined) return { ...element, nodes: [text] };
  const inside = elementsOf(element);
  const nodes = inside.map((one, index) => (index === first ? withText(one, rest, text) : one));
  return { ...element, nodes };
}
