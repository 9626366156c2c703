/** Elements of SLD documents. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";

type Child = XmlNode | undefined;

/** Undefined children are left out. */
export function sld(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `sld:${name}`, children: present(children) };
}

export function ogc(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `ogc:${name}`, children: present(children) };
}

export function gml(name: string, ...children: readonly Child[]): XmlElementNode {
  return { name: `gml:${name}`, children: present(children) };
}

export function withAttributes(
  element: XmlElementNode,
  attributes: Readonly<Record<string, string>>,
): XmlElementNode {
  return { ...element, attributes: { ...element.attributes, ...attributes } };
}

/**
 * Readers trim text outside of CDATA. In CDATA they, and stock servers, turn carriage returns into
 * line feeds, so none are written.
 */
export function textNode(text: string): XmlNode {
  return text === text.trim() ? text : { literal: text.replaceAll(/\r\n?/g, "\n") };
}

export function unlessEmpty(element: XmlElementNode): XmlElementNode | undefined {
  return element.children.length === 0 ? undefined : element;
}

function present(children: readonly Child[]): readonly XmlNode[] {
  return children.filter((child) => child !== undefined);
}
