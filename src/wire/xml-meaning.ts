/**
 * The meaning of an XML document as a tree; `canonical-xml.ts` defines what is significant.
 * Equivalent nodes have equal ids, for fast comparisons.
 */
import { bindingsIn, countingParts, type TextPart } from "./canonical-xml.ts";
import { attributesOf, type XmlElement } from "./xml-document.ts";

export interface MeaningElement {
  readonly type: "element";
  /** Equal for equivalent elements in all trees of one numbering. */
  readonly id: number;
  readonly namespaceUri: string;
  readonly name: string;
  readonly attributes: readonly MeaningAttribute[];
  readonly content: readonly MeaningNode[];
  /** An XPath-like path of names and positions. */
  readonly path: () => string;
}

/** A significant text. */
export interface MeaningText {
  readonly type: "text";
  readonly id: number;
  readonly text: string;
  /** Namespaces of the prefixes in the text. */
  readonly bindings: string;
}

export interface MeaningAttribute extends Omit<MeaningText, "type"> {
  readonly namespaceUri: string;
  readonly name: string;
}

export type MeaningNode = MeaningElement | MeaningText;

/** Maps equal texts to equal numbers. */
export type Numbering = (text: string) => number;

export function openNumbering(): Numbering {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

/** The result may outlive the document. */
export function meaningOf(root: XmlElement, numbering: Numbering): MeaningElement {
  // `path` may be called after the document is freed.
  const path = `/${root.name}`;
  return elementMeaning(root, numbering, () => path);
}

function elementMeaning(
  element: XmlElement,
  numbering: Numbering,
  path: () => string,
): MeaningElement {
  const { name, namespaceUri } = element;
  const attributes = attributesOf(element).map((one): MeaningAttribute => {
    const bindings = bindingsIn(one.value, element);
    const id = numbering(JSON.stringify(["@", one.namespaceUri, one.name, one.value, bindings]));
    return { id, namespaceUri: one.namespaceUri, name: one.name, text: one.value, bindings };
  });
  const counts = new Map<string, number>();
  const content = countingParts(element).map((part): MeaningNode => {
    if (part.type === "text") return textMeaning(part, element, numbering);
    const { name: inner } = part.element;
    const number = (counts.get(inner) ?? 0) + 1;
    counts.set(inner, number);
    const place = () => `${path()}/${inner}${(counts.get(inner) ?? 0) > 1 ? `[${number}]` : ""}`;
    return elementMeaning(part.element, numbering, place);
  });
  const ids = attributes.map(({ id }) => id).toSorted((a, b) => a - b);
  const id = numbering(JSON.stringify([namespaceUri, name, ids, content.map((one) => one.id)]));
  return { type: "element", id, namespaceUri, name, attributes, content, path };
}

function textMeaning(part: TextPart, element: XmlElement, numbering: Numbering): MeaningText {
  const bindings = bindingsIn(part.text, element);
  const id = numbering(JSON.stringify(["#", part.text, bindings]));
  return { type: "text", id, text: part.text, bindings };
}

/** Whether the content is at most one text. */
export function isLeaf({ content }: MeaningElement): boolean {
  return content.length === 0 || (content.length === 1 && content[0]?.type === "text");
}

/** The trimmed text of the element and its descendants. */
export function textIn(element: MeaningElement | undefined): string {
  if (element === undefined) return "";
  const parts = element.content.map((one) => (one.type === "text" ? one.text : textIn(one)));
  return parts.join("").trim();
}

/** The first child element by local name. */
export function elementNamed(
  element: MeaningElement | undefined,
  name: string,
): MeaningElement | undefined {
  return element?.content.find(
    (one): one is MeaningElement => one.type === "element" && one.name === name,
  );
}
