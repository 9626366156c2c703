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

/**
 * A text; readers take away the white space around one that is no CDATA section. In a section there are
 * no carriage returns: readers make line feeds of them, and so do stock servers of their own.
 */
export function textNode(text: string): XmlNode {
  return text === text.trim() ? text : { literal: text.replaceAll(/\r\n?/g, "\n") };
}

/** An element that is there only when it holds something. */
export function unlessEmpty(element: XmlElementNode): XmlElementNode | undefined {
  return element.children.length === 0 ? undefined : element;
}

function present(children: readonly Child[]): readonly XmlNode[] {
  return children.filter((child) => child !== undefined);
}
