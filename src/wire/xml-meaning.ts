/**
 * What an XML document means, as a tree of values: what counts is what `canonical-xml.ts` says. Elements, texts and
 * attributes that mean the same have the same number, so that two documents are compared without being written out.
 */
import { bindingsIn, countingParts, type TextPart } from "./canonical-xml.ts";
import { attributesOf, type XmlElement } from "./xml-document.ts";

/** An element with what counts of it. */
export interface MeaningElement {
  readonly type: "element";
  /** Equal for elements that mean the same, in all trees of one numbering. */
  readonly id: number;
  readonly namespaceUri: string;
  readonly name: string;
  readonly attributes: readonly MeaningAttribute[];
  readonly content: readonly MeaningNode[];
  /** Names and numbers from the root to it, in the manner of XPath. */
  readonly path: () => string;
}

/** A text that counts. */
export interface MeaningText {
  readonly type: "text";
  readonly id: number;
  readonly text: string;
  /** Namespaces that prefixes in it stand for. */
  readonly bindings: string;
}

/** An attribute. */
export interface MeaningAttribute extends Omit<MeaningText, "type"> {
  readonly namespaceUri: string;
  readonly name: string;
}

/** What an element holds. */
export type MeaningNode = MeaningElement | MeaningText;

/** Gives equal numbers to equal texts. */
export type Numbering = (text: string) => number;

/** Opens a numbering. */
export function openNumbering(): Numbering {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

/** The meaning of a document, by its root; it may be kept when the document is gone. */
export function meaningOf(root: XmlElement, numbering: Numbering): MeaningElement {
  // When the path is asked for, the document may be gone.
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

/** Whether it holds nothing but one text at most. */
export function isLeaf({ content }: MeaningElement): boolean {
  return content.length === 0 || (content.length === 1 && content[0]?.type === "text");
}

/** The text of an element with all that is in it, without the white space around it. */
export function textIn(element: MeaningElement | undefined): string {
  if (element === undefined) return "";
  const parts = element.content.map((one) => (one.type === "text" ? one.text : textIn(one)));
  return parts.join("").trim();
}

/** The first element of a local name in another. */
export function elementNamed(
  element: MeaningElement | undefined,
  name: string,
): MeaningElement | undefined {
  return element?.content.find(
    (one): one is MeaningElement => one.type === "element" && one.name === name,
  );
}
