/** The list of fonts (docs/compatibility.md, "Fonts"). */
import type { RenderedDocument, Rendering } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { writableText } from "../model/writable.ts";
import { renderXml, XML_DECLARATION, type XmlValue } from "./xml.ts";

/** Renders the list. */
export function renderFonts(
  names: readonly string[],
  { format }: Pick<Rendering, "format">,
): RenderedDocument {
  if (format === "json")
    return { contentType: mediaTypes.json, text: JSON.stringify({ fonts: names }) };
  const fonts: XmlValue = names.length === 0 ? "" : { entry: names.map(writableText) };
  const text = `${XML_DECLARATION}${renderXml("root", { fonts })}`;
  return { contentType: mediaTypes.xml, text };
}
