/** Reads a style for the painter with the parser of the browser. */
import type { Element as StyleElement, Part } from "../painter/read/element.ts";
import { stylingOf } from "../painter/read/styling-of.ts";
import type { Styling } from "../painter/styling.ts";

/** Throws Error for a text that is no SLD. */
export function readStyling(text: string): Styling {
  const { documentElement: root } = new DOMParser().parseFromString(text, "text/xml");
  const { localName } = root;
  if (localName !== "StyledLayerDescriptor" && localName !== "UserStyle")
    throw new Error("The content is not a style");
  return stylingOf(styleElement(root));
}

function styleElement(element: Element): StyleElement {
  const own = [...element.attributes].filter(({ namespaceURI }) => namespaceURI !== NAMESPACES);
  return {
    name: element.localName,
    attributes: new Map(own.map(({ localName, value }) => [localName, value])),
    parts: partsOf(element),
  };
}

/** The namespace of namespace declarations (Namespaces in XML, 3). */
const NAMESPACES = "http://www.w3.org/2000/xmlns/";

/** Adjacent texts are merged, as in src/wire/xml-document.ts. */
function partsOf(element: Element): readonly Part[] {
  const parts: Part[] = [];
  for (const node of element.childNodes) {
    if (node instanceof Element) parts.push({ type: "element", element: styleElement(node) });
    if (!(node instanceof Text)) continue;
    const literal = node instanceof CDATASection;
    const last = parts.at(-1);
    const joined = last?.type === "text" ? last : { text: "", literal: false };
    const part = {
      type: "text",
      text: joined.text + node.data,
      literal: joined.literal || literal,
    } as const;
    if (last?.type === "text") parts[parts.length - 1] = part;
    else parts.push(part);
  }
  return parts;
}
