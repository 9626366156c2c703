/** Looks into documents of SVG: that they are well-formed and hold nothing that runs or leads elsewhere. */
import { DARK } from "../../../src/painter/page/page.ts";
import {
  attributesOf,
  childElements,
  withXmlDocument,
  type XmlElement,
} from "../../../src/wire/xml-document.ts";

/** An element of a picture with all that is below it. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly SvgElement[];
}

/** Reads a document. Throws for one that is not well-formed. */
export function readSvg(text: string): SvgElement {
  return withXmlDocument(Buffer.from(text), plain);
}

function plain(element: XmlElement): SvgElement {
  return {
    name: element.name,
    attributes: Object.fromEntries(attributesOf(element).map(({ name, value }) => [name, value])),
    text: element.content,
    children: childElements(element).map(plain),
  };
}

/** All elements of a document, from the outside in. */
export function allElements(root: SvgElement): readonly SvgElement[] {
  return [root, ...root.children.flatMap(allElements)];
}

const KNOWN = new Set(
  "svg g defs title rect circle path text textPath image use pattern linearGradient stop".split(
    " ",
  ),
);

/** What of a document could run, lead elsewhere, or is no part of a picture. */
export function unsafeParts(root: SvgElement): readonly string[] {
  const elements = allElements(root);
  const ids = new Set(elements.flatMap(({ attributes }) => attributes["id"] ?? []));
  return elements.flatMap(({ name, attributes, text }) => [
    ...(KNOWN.has(name) || (name === "style" && text === DARK) ? [] : [`the element ${name}`]),
    ...Object.entries(attributes).flatMap(([key, value]) => {
      const paint = /url\(([^)]*)\)/.exec(value)?.[1];
      if (/^on/i.test(key)) return [`${name} ${key}`];
      if (key === "style" && !/^mix-blend-mode:[a-z-]+$/.test(value)) return [`${name} ${value}`];
      if (paint !== undefined && !ids.has(paint.slice(1))) return [`${name} ${value}`];
      if (key !== "href") return [];
      const isOwn = value.startsWith("#") && ids.has(value.slice(1));
      return isOwn || value.startsWith("data:image/") ? [] : [`${name} ${value}`];
    }),
  ]);
}
