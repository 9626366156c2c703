/** Parts of SLD documents. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";

type Child = XmlNode | undefined;

/** An element of SLD; children that are undefined are left out. */
export function sld(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `sld:${name}`, children: present(children) };
}

/** An element of filters. */
export function ogc(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `ogc:${name}`, children: present(children) };
}

/** An element of geometries. */
export function gml(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `gml:${name}`, children: present(children) };
}

/** The same element with attributes. */
export function withAttributes(
  element: XmlElementNode,
  attributes: Readonly<Record<string, string>>,
): XmlElementNode {
  return { ...element, attributes: { ...element.attributes, ...attributes } };
}

/** A text; readers take away the white space around one that is no CDATA section. */
export function textNode(text: string): XmlNode {
  // No CDATA section keeps a carriage return.
  return text === text.trim() || text.includes("\r") ? text : { literal: text };
}

/** An element that is there only when it holds something. */
export function unlessEmpty(element: XmlElementNode): XmlElementNode | undefined {
  return element.children.length === 0 ? undefined : element;
}

function present(children: readonly Child[]): readonly XmlNode[] {
  return children.filter((child) => child !== undefined);
}
