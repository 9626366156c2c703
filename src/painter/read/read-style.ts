/** A document of a style, from its bytes. */
import { inspectSld } from "../../wire/sld.ts";
import {
  attributesOf,
  partsOf,
  withXmlDocument,
  type XmlElement,
} from "../../wire/xml-document.ts";
import type { Styling } from "../styling.ts";
import type { Element } from "./element.ts";
import { stylingOf } from "./styling-of.ts";

/** Reads an SLD of either version. Throws WireError for a document that is none. */
export function readStyle(bytes: Uint8Array): Styling {
  return withXmlDocument(bytes, (root) => {
    inspectSld(root);
    return stylingOf(plainElement(root));
  });
}

/** An element of a document with all that is in it. */
function plainElement(element: XmlElement): Element {
  return {
    name: element.name,
    attributes: new Map(attributesOf(element).map(({ name, value }) => [name, value])),
    parts: partsOf(element).map((part) =>
      part.type === "text" ? part : { type: "element", element: plainElement(part.element) },
    ),
  };
}
