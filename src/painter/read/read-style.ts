/** Reads a style document. */
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

/** Reads an SLD 1.0 or 1.1. Throws WireError for any other document. */
export function readStyle(bytes: Uint8Array): Styling {
  return withXmlDocument(bytes, (root) => {
    inspectSld(root);
    return stylingOf(plainElement(root));
  });
}

function plainElement(element: XmlElement): Element {
  return {
    name: element.name,
    attributes: new Map(attributesOf(element).map(({ name, value }) => [name, value])),
    parts: partsOf(element).map((part) =>
      part.type === "text" ? part : { type: "element", element: plainElement(part.element) },
    ),
  };
}
