/**
 * Canonical texts of XML documents. Prefixes, attribute order, comments and white space between
 * elements are ignored. Documents with equal canonical texts mean the same to a map server
 * (docs/decisions/0004-semantic-comparison.md).
 */
import { compareText } from "../model/address.ts";
import { digestOf } from "../model/digest.ts";
import {
  attributesOf,
  hasComments,
  partsOf,
  withXmlDocument,
  type XmlElement,
  type XmlPart,
} from "./xml-document.ts";

/** Throws WireError for malformed XML. */
export function canonicalDigest(bytes: Uint8Array): string {
  return digestOf(canonicalXml(bytes));
}

/** Throws WireError for malformed XML. */
export function canonicalXml(bytes: Uint8Array): string {
  const pieces: string[] = [];
  withXmlDocument(bytes, (root) => writeElement(root, pieces));
  return pieces.join("");
}

/** The canonical text of an element and its content. */
export function canonicalElement(element: XmlElement): string {
  const pieces: string[] = [];
  writeElement(element, pieces);
  return pieces.join("");
}

export type TextPart = Extract<XmlPart, { type: "text" }>;

/** Significant parts in document order. */
export function countingParts(element: XmlElement): readonly XmlPart[] {
  const parts = partsOf(element);
  const isLaidOut = parts.some((part) => part.type === "element") || hasComments(element);
  return parts.filter((part) => part.type === "element" || counts(part, isLaidOut));
}

function writeElement(element: XmlElement, pieces: string[]): void {
  const name = `{${element.namespaceUri}}${element.name}`;
  pieces.push("<", name, ...attributes(element), ">");
  for (const part of countingParts(element)) {
    if (part.type === "element") writeElement(part.element, pieces);
    else pieces.push(quote(part.text), bindingsIn(part.text, element));
  }
  pieces.push("</>");
}

function attributes(element: XmlElement): readonly string[] {
  return attributesOf(element)
    .map(({ namespaceUri, name, value }) => {
      return ` {${namespaceUri}}${name}=${quote(value)}${bindingsIn(value, element)}`;
    })
    .toSorted(compareText);
}

/** White space between elements is layout; in a leaf or a CDATA section it is text. */
function counts(part: TextPart, isLaidOut: boolean): boolean {
  return part.literal || !isLaidOut || part.text.trim() !== "";
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Scans each word once. */
const PREFIX = /(?<![\w.-])[\d.-]*([A-Za-z_][\w.-]*):(?=[A-Za-z_])/g;

/** Bindings of the prefixes in a text, which are part of its meaning. */
export function bindingsIn(text: string, element: XmlElement): string {
  if (!text.includes(":")) return "";
  const prefixes = new Set([...text.matchAll(PREFIX)].map((match) => match[1] ?? ""));
  return [...prefixes]
    .toSorted(compareText)
    .map((prefix) => [prefix, element.namespaceForPrefix(prefix)] as const)
    .filter(([, uri]) => uri !== null)
    .map(([prefix, uri]) => ` ${prefix}=${quote(uri ?? "")}`)
    .join("");
}
