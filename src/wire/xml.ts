/**
 * Parses and renders XML of REST documents. Every value stays text; markup declarations are
 * rejected. `xml-document.ts` parses XML of users (styles, mappings).
 */
import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
import { xml as limits } from "../model/limits.ts";
import { unwritableIn, writableText } from "../model/writable.ts";
import { members, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Members starting with `@` become attributes, `$` becomes text. */
export type XmlValue =
  | string
  | number
  | boolean
  | readonly XmlValue[]
  | { readonly [key: string]: XmlValue };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "$",
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  maxNestedTags: limits.depth - 1,
  // Needed for numeric character references; named ones beyond XML's are rejected below.
  htmlEntities: true,
});

const builderOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "$",
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  // Tracking the path takes a third of the time and is not needed.
  jPath: false,
  entities: [
    { regex: /&/g, val: "&amp;" },
    { regex: />/g, val: "&gt;" },
    { regex: /</g, val: "&lt;" },
    { regex: /'/g, val: "&apos;" },
    { regex: /"/g, val: "&quot;" },
    // Parsers read a bare carriage return as a line feed; GeoServer writes the reference.
    { regex: /\r/g, val: "&#xd;" },
  ],
};

const compact = new XMLBuilder(builderOptions);
const indented = new XMLBuilder({ ...builderOptions, format: true, indentBy: "    " });

/** A node of a document in which the order of elements and texts matters. */
export type XmlNode =
  | XmlElementNode
  | string
  /** A CDATA section, whose white space is kept. */
  | { readonly literal: string };

/** An element with its prefix. */
export interface XmlElementNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

const orderedOptions = { ...builderOptions, preserveOrder: true, cdataPropName: "!" } as const;
const ordered = new XMLBuilder(orderedOptions);
const orderedIndented = new XMLBuilder({ ...orderedOptions, format: true, indentBy: "  " });

/** The XML declaration. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Throws WireError. */
export function parseXml(text: string): { root: string; content: Tree } {
  checkCharacters(text);
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) {
    const { msg, line, col } = verdict.err;
    const end = text.slice(text.lastIndexOf(">") + 1).trim();
    if (end !== "" && text.includes(">")) {
      const message = `Malformed XML: the document breaks off, its end is ${JSON.stringify(end.slice(0, limits.shownEnd))}`;
      throw new WireError("malformed", message, { line, column: col });
    }
    throw new WireError("malformed", `Malformed XML: ${msg}`, { line, column: col });
  }
  const [root, ...others] = Object.entries(readTree(text)).filter(([key]) => key !== "$");
  if (root === undefined || others.length > 0 || Array.isArray(root[1])) {
    throw new WireError("malformed", "Malformed XML: a document has one root element");
  }
  return { root: localName(root[0]), content: root[1] };
}

/** An unclosed comment or CDATA section extends to the end, so that the scan is linear. */
const LITERAL = /<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)/gs;

/** Rejects declarations, entities and characters that the library accepts. */
function checkCharacters(text: string): void {
  const markup = text.replaceAll(LITERAL, (part) => {
    const isEnded = part.endsWith(part.startsWith("<!--") ? "-->" : "]]>");
    return isEnded ? "" : part;
  });
  if (/<!(?:DOCTYPE|ENTITY)/i.test(markup)) {
    throw new WireError("malformed", "Markup declarations (DOCTYPE, ENTITY) are refused");
  }
  if (/^\s*<\?xml[^>]*\sversion\s*=\s*["']1\.1/.test(text)) {
    throw new WireError("malformed", "XML 1.1 is refused; declare version 1.0");
  }
  const foreign = /&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);)[^;\s<]*;?/.exec(markup);
  if (foreign !== null) {
    throw new WireError("malformed", `Malformed XML: ${foreign[0]} is not defined`);
  }
  const written = unwritableIn(text)?.codePointAt(0);
  const referred = [...markup.matchAll(/&#(?:x([0-9a-fA-F]+)|(\d+));/g)]
    .map(([, hex, decimal]) => (hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)))
    .find((code) => !isCharacter(code));
  const code = written ?? referred;
  if (code !== undefined) {
    throw new WireError("malformed", `Malformed XML: character ${code} is not allowed`);
  }
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && unwritableIn(String.fromCodePoint(code)) === undefined;
}

function readTree(text: string): Record<string, Tree> {
  try {
    return withoutLayout(parser.parse(text) as Branch);
  } catch (error) {
    const { message } = error as Error;
    if (message !== "Maximum nested tags exceeded")
      throw new WireError("malformed", `Malformed XML: ${message}`);
    const reason = `The document has more than ${limits.depth} levels of elements; the limit is ${limits.depth}`;
    throw new WireError("too-large", reason);
  }
}

type Branch = { [name: string]: Tree };

/** Removes white space between elements, not around texts. Modifies its argument. */
function withoutLayout<Node extends Tree>(node: Node): Node {
  if (node === null || typeof node !== "object") return node;
  let holdsElements = false;
  for (const [name, inner] of Object.entries(node as Branch)) {
    holdsElements ||= name !== "$" && !name.startsWith("@");
    withoutLayout(inner);
  }
  const branch = node as Branch;
  if (!holdsElements || typeof branch["$"] !== "string") return node;
  branch["$"] = branch["$"].trim();
  if (branch["$"] === "") delete branch["$"];
  return node;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** Renders a document without declaration or indentation. */
export function renderXml(root: string, content: XmlValue): string {
  return compact.build({ [root]: content });
}

/** Converts a parsed node back to a body. */
export function asWritten(tree: Tree): XmlValue {
  if (tree === null) return "";
  if (Array.isArray(tree)) return (tree as readonly Tree[]).map(asWritten);
  if (typeof tree !== "object") return tree;
  return Object.fromEntries(members(tree).map(([name, node]) => [name, asWritten(node)]));
}

/** With declaration and indentation, as in security documents. */
export function renderIndentedXml(root: string, content: XmlValue): string {
  return `${XML_DECLARATION}${indented.build({ [root]: content }).trimEnd()}`;
}

/** Indented, in the order of nodes, without changing texts; forbidden characters are replaced. */
export function renderNodes(root: XmlElementNode): string {
  const text = isIndentable(root)
    ? orderedIndented.build([orderedNode(root)]).trim()
    : ordered.build([indentedNode(root, "\n")]);
  return `${XML_DECLARATION}\n${text}\n`;
}

type OrderedNode = Readonly<Record<string, unknown>>;

/** The library also indents around texts, which changes them. */
function isIndentable({ children }: XmlElementNode): boolean {
  if (children.length === 1 && typeof children[0] === "string") return true;
  return children.every((child) => isElement(child) && isIndentable(child));
}

function isElement(node: XmlNode): node is XmlElementNode {
  return typeof node !== "string" && "name" in node;
}

function orderedNode(node: XmlNode): OrderedNode {
  if (typeof node === "string") return { $: writableText(node) };
  if ("literal" in node) return { "!": [{ $: writableText(node.literal) }] };
  return elementOf(node, node.children.map(orderedNode));
}

/** Adds white space only between elements. */
function indentedNode(node: XmlNode, indent: string): OrderedNode {
  if (!isElement(node) || !node.children.every(isElement)) return orderedNode(node);
  const inner = `${indent}  `;
  const content = node.children.flatMap((child) => [{ $: inner }, indentedNode(child, inner)]);
  return elementOf(node, content.length === 0 ? [] : [...content, { $: indent }]);
}

function elementOf({ name, attributes }: XmlElementNode, content: readonly unknown[]): OrderedNode {
  if (attributes === undefined) return { [name]: content };
  const named = Object.entries(attributes).map(([key, value]) => [`@${key}`, writableText(value)]);
  return { [name]: content, ":@": Object.fromEntries(named) };
}
