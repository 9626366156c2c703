/** Checks a document against the limits of readers. */
import { style, xml } from "../../model/limits.ts";
import type { XmlElementNode } from "../../wire/xml.ts";

interface Measures {
  elements: number;
  depth: number;
  /** Characters of the longest attribute. */
  attribute: number;
}

/** Undefined when no limit is exceeded. */
export function excessOfTree(root: XmlElementNode): string | undefined {
  const measures: Measures = { elements: 0, depth: 0, attribute: 0 };
  measure(root, 1, measures);
  const { elements, depth, attribute } = measures;
  if (elements > xml.elements) return sizeMessage(`${elements} elements`, xml.elements);
  if (depth > xml.depth) return sizeMessage(`${depth} levels of elements`, xml.depth);
  if (attribute > xml.attributeCharacters)
    return sizeMessage(`an attribute of ${attribute} characters`, xml.attributeCharacters);
  return undefined;
}

export function excessOfText(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  return bytes > style.sldBytes ? sizeMessage(`${bytes} bytes`, style.sldBytes) : undefined;
}

function sizeMessage(size: string, limit: number): string {
  return `The SLD of this sheet would have ${size}; the limit is ${limit}`;
}

function measure(element: XmlElementNode, depth: number, measures: Measures): void {
  measures.elements += 1;
  measures.depth = Math.max(measures.depth, depth);
  for (const value of Object.values(element.attributes ?? {}))
    measures.attribute = Math.max(measures.attribute, value.length);
  for (const child of element.children)
    if (typeof child !== "string" && "name" in child) measure(child, depth + 1, measures);
}
