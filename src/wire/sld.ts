/** Inspects style content: validity, version and name. `geocss` interprets CSS. */
import { style as limits } from "../model/limits.ts";
import type { StyleContent, StyleFormat } from "../model/style.ts";
import { inspectValues } from "./style-values.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";
import {
  attributeNamed,
  childElements,
  childNamed,
  childrenNamed,
  findElement,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "./xml-document.ts";

/** Throws WireError for content that cannot be of the format. */
export function inspectStyle(bytes: Uint8Array, format: StyleFormat): StyleContent {
  expectWithinBounds(bytes, format);
  if (format === "css") return inspectCss(decodeText(bytes));
  return format === "sld" ? withXmlDocument(bytes, inspectSld) : inspectValues(bytes, format);
}

/** Inspects an SLD and calls `look` on its root. Throws WireError. */
export function inspectSldWith(bytes: Uint8Array, look: (root: XmlElement) => void): StyleContent {
  expectWithinBounds(bytes, "sld");
  return withXmlDocument(bytes, (root) => {
    const content = inspectSld(root);
    look(root);
    return content;
  });
}

function expectWithinBounds({ byteLength }: Uint8Array, format: StyleFormat): void {
  const bound = format === "css" ? limits.cssBytes : limits.sldBytes;
  if (byteLength > bound)
    throw new WireError("too-large", `The style has ${byteLength} bytes; the limit is ${bound}`);
}

/** Throws WireError for a document that is no style. */
export function inspectSld(root: XmlElement): StyleContent {
  if (root.name !== "StyledLayerDescriptor" && root.name !== "UserStyle") {
    const message = `The root element is ${root.name}; a style starts with StyledLayerDescriptor or UserStyle`;
    throw new WireError("malformed", message, { line: root.line });
  }
  const userStyle = findElement(root, "UserStyle");
  const name = trimmedText(childNamed(userStyle, "Name"));
  const layers = childrenNamed(root, "NamedLayer").map((layer) =>
    trimmedText(childNamed(layer, "Name")),
  );
  return {
    format: "sld",
    version: attributeNamed(root, "version")?.trim() === "1.1.0" ? "1.1.0" : "1.0.0",
    name: name === "" ? null : name,
    layers,
    ...(root.name === "UserStyle" && isEmpty(root) ? { isEmpty: true } : {}),
  };
}

/** Whether all FeatureTypeStyles are empty. */
function isEmpty(style: XmlElement): boolean {
  return childrenNamed(style, "FeatureTypeStyle").every((one) => childElements(one).length === 0);
}

function inspectCss(text: string): StyleContent {
  if (text.trim() === "")
    throw new WireError("malformed", "The CSS is empty", { line: 1, column: 1 });
  const name = /@styleName\s+(?:'([^']*)'|"([^"]*)")\s*;/.exec(text);
  return { format: "css", version: "1.0.0", name: name?.[1] ?? name?.[2] ?? null, layers: [] };
}
