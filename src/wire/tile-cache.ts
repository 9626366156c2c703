/**
 * Common parts of tile cache documents: indented XML, Java's number format, and flat JSON lists
 * (docs/compatibility.md, "Tile cache").
 */
import type { ListMember, RenderedDocument, Rendering } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { laidOut } from "./xml-layout.ts";
import { renderXml, XML_DECLARATION, type XmlValue } from "./xml.ts";

function tileCacheXml(root: string, content: XmlValue): string {
  return `${XML_DECLARATION}\n${laidOut(renderXml(root, content))}`;
}

export function renderTileCacheDocument(
  root: string,
  { xml, json }: { readonly xml: XmlValue; readonly json: unknown },
  { format }: Pick<Rendering, "format">,
): RenderedDocument {
  return format === "json"
    ? { contentType: mediaTypes.json, text: JSON.stringify({ [root]: json }) }
    : { contentType: mediaTypes.xml, text: tileCacheXml(root, xml) };
}

/** A list of names, with links in XML; `member` is the element, its plural the root. */
export function renderTileCacheList(
  member: string,
  listed: readonly ListMember[],
  { format, base }: Pick<Rendering, "format" | "base">,
): RenderedDocument {
  if (format === "json")
    return { contentType: mediaTypes.json, text: JSON.stringify(listed.map(({ name }) => name)) };
  const nodes = listed.map(({ name, path }) => ({
    name,
    "atom:link": {
      "@xmlns:atom": "http://www.w3.org/2005/Atom",
      "@rel": "alternate",
      "@href": `${base}${path}.xml`,
      "@type": mediaTypes.textXml,
    },
  }));
  const content: XmlValue = nodes.length === 0 ? "" : { [member]: nodes };
  return { contentType: mediaTypes.xml, text: tileCacheXml(`${member}s`, content) };
}

/** Java writes an exponent below the first value and from the second on. */
const [SMALL, LARGE] = [1e-3, 1e7];

/** A double in Java's format. */
export function javaDouble(number: number): string {
  const size = Math.abs(number);
  if (size === 0 || (size >= SMALL && size < LARGE))
    return Number.isInteger(number) ? `${number}.0` : String(number);
  const [digits = "", exponent] = number.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}
