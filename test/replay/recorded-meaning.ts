/**
 * What an answer means, so that two servers can be compared by it. The status; the media type without its
 * charset; the address that `Location` names; and the body:
 *
 * - XML and JSON are read (by libxml2 and the runtime, not by what the servers under test read with) into names
 *   of fields with their values. The order of fields, of members of a list and of roles in a rule is no meaning;
 *   the order of what a layer group draws is. Prefixes, layout and declarations are none.
 * - Links are their path below the root of the server, with their type; hosts are left out.
 * - Dates, ids of granules, of settings and of objects in texts, revisions of builds and sealed passwords do not count.
 * - Addresses of files are relative to the data directory.
 * - What a server that opens the data finds there is left out (`UNCOUNTED`, coordinates of granules): the
 *   recorded server had tables, rasters and schemas that cases are run without.
 * - Content of styles is compared as text; what estates keep in the data directory, and mappings, by their root
 *   only, since that is what the client itself sent, and cases were made loadable for the recording.
 * - What is neither is a text, compared by its first line, also where it is labelled as a document. A measure is
 *   the same with and without a space.
 * - A page of the servlet container means the message that it shows.
 */
import {
  attributeNamed,
  childElements,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "../../src/wire/xml-document.ts";

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly location: string;
  readonly body: string;
}

/** An answer as it is compared. */
export interface Meaning {
  readonly status: number;
  /** Media type, "" without one. */
  readonly type: string;
  /** Path below the root, "" without one. */
  readonly location: string;
  readonly body: unknown;
}

/** Elements by root, of which it does not count whether they are there and what they say. */
const UNCOUNTED: Readonly<Record<string, readonly string[]>> = {
  featureType: words("nativeCRS srs nativeBoundingBox latLonBoundingBox attributes"),
  coverage: words(
    "description keywords nativeCRS srs nativeBoundingBox latLonBoundingBox grid dimensions " +
      "supportedFormats interpolationMethods defaultInterpolationMethod requestSRS responseSRS " +
      "parameters nativeFormat metadata",
  ),
  layerGroup: words("bounds"),
  wmsLayer: words(
    "description abstract keywords nativeCRS srs nativeBoundingBox latLonBoundingBox allAvailableRemoteStyles",
  ),
  // The id of the layer, which nobody refers to.
  GeoServerLayer: words("id"),
  // How much was changed before.
  global: words("updateSequence"),
};

/** Elements whose `id` nobody refers to; without it they may hold nothing. */
const NAMELESS = new Set(words("settings contact"));

/** Elements and keys whose values are others each time. */
const DATES = new Set(words("dateCreated dateModified lastModified Build-Timestamp Git-Revision"));

function words(text: string): readonly string[] {
  return text.split(" ");
}

/** Reads an answer to a request for a URL. */
export function meaningOf(url: string, { status, type, location, body }: RawAnswer): Meaning {
  const mediaType = typeOf(type, body);
  return {
    status,
    type: mediaType,
    location: pathOfLink(location),
    body: bodyOf(url, mediaType, body),
  };
}

/** The media type; a line of text that is labelled as a document is a text, and nothing has none. */
function typeOf(type: string, body: string): string {
  const mediaType = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!/\b(?:xml|json)$/.test(mediaType)) return mediaType;
  if (body === "") return "";
  return /^\s*(?:[<{["\d]|\w+$)/.test(body) ? mediaType : "text/plain";
}

/** Whether the servlet container made the body of a refusal: a page, or nothing at all. */
export function isOfContainer({ status, type, body }: RawAnswer): boolean {
  if (status < 400) return false;
  const isNothing = type === "" && body === "";
  return type.startsWith("text/html") || isNothing || /^\{\s*"origin":"dispatcher"/.test(body);
}

/** Whether a body was not recorded whole: of most the first 1,500 characters were, of what was asked by hand 500. */
export function isCutOff({ type, body }: Pick<RawAnswer, "type" | "body">): boolean {
  const isPage = type.startsWith("text/html");
  return (
    body.endsWith("…") || body.length === 500 || (isPage && /<html(?![^]*<\/html>)/.test(body))
  );
}

/** Whether a refusal says nothing, or only what a reader of documents writes for its developers. */
export function isUnworded({ status, body }: Pick<RawAnswer, "status" | "body">): boolean {
  return status >= 500 && (body.trim() === "" || body.includes("---- Debugging information ----"));
}

function bodyOf(url: string, mediaType: string, body: string): unknown {
  if (mediaType === "text/html") return pageMessage(body);
  if (isStyleContent(url) && mediaType !== "text/plain") return body.trim();
  if (isContent(url, body)) return `content: ${firstTag(body)}`;
  if (isBookshelf(url)) return xmlMeaning(body.replace(/<child>.*<\/child>/s, ""));
  if (/\bxml$/.test(mediaType)) return xmlMeaning(body);
  if (/\bjson$/.test(mediaType)) return jsonMeaning(body);
  return withoutIds(body);
}

function isStyleContent(url: string): boolean {
  return /\/styles\/[^/?]*\.(?:sld|css)(?:\?(?!.*operation=metadata)|$)/.test(url);
}

function isContent(url: string, body: string): boolean {
  return /^\/(?:geoserver\/)?rest\/resource\//.test(url) && !/^<Resource|^Undefined/.test(body);
}

/** Which estates keep state there is none of the server's doing. */
function isBookshelf(url: string): boolean {
  return /\/resource\/plumbline(?:\?|$)/.test(url);
}

/** The name of the root element, `{` for JSON, or "text". */
function firstTag(body: string): string {
  return /^\s*\{/.test(body) ? "{" : (/<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? "text");
}

/** The message of a page, which containers show in its title or in a paragraph of its own. */
function pageMessage(body: string): string {
  const [, jetty] = /<title>Error \d+ (.*?)<\/title>/s.exec(body) ?? [];
  const [, tomcat] = /<b>Message<\/b> (.*?)<\/p>/s.exec(body) ?? [];
  return withoutIds(unescaped(jetty ?? tomcat ?? ""));
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&amp;", "&");
}

function withoutIds(text: string): string {
  const [line = ""] = text.trim().split("\n");
  const placeless = line.replaceAll(
    /https?:\/\/[^/\s"]+(?:\/geoserver)?(?=\/(?:gwc\/)?rest\b)/g,
    "",
  );
  return placeless
    .replaceAll(/@[0-9a-f]{5,8}\b/g, "@id")
    .replace(/^\/\S+(?= \(No such file or directory\)$)/, "/DATA")
    .replaceAll(/(?:\/srv\/geoserver\/data|\/var\/lib\/geoserver_data)\b/g, "/DATA");
}

/** Path and query of an address, without the place of the server. */
function pathOfLink(address: string): string {
  return address.replace(
    /^https?:\/\/[^/]+(?:\/geoserver)?(?:\/rest(?=\/|$)|(?=\/gwc\/rest(?:\/|$)))/,
    "",
  );
}

function xmlMeaning(body: string): unknown {
  if (body === "") return "";
  try {
    return withXmlDocument(new TextEncoder().encode(body), (root) => ({
      [root.name]: elementMeaning(root, root.name),
    }));
  } catch {
    return `unreadable: ${/Unable to marshal[^<]*/.exec(body)?.[0] ?? body.slice(-80)}`;
  }
}

function elementMeaning(element: XmlElement, root: string): unknown {
  if (element.name === "link" && attributeNamed(element, "href") !== undefined)
    return linkMeaning(element);
  const found = element.name === root ? (UNCOUNTED[root] ?? []) : [];
  const all = childElements(element);
  const children = all.filter(
    ({ name }) => !found.includes(name) && !DATES.has(name) && !isUnnamed(element.name, name),
  );
  const attributes = element.attrs
    .filter(({ prefix, name }) => prefix !== "xmlns" && name !== "xmlns")
    .map(({ name, value }) => [`@${name}`, textMeaning(value)] as const);
  const own = all.length === 0 ? textMeaning(trimmedText(element)) : "";
  if (children.length === 0 && attributes.length === 0) return own;
  const text = children.length === 0 ? [["text", own] as const] : [];
  const groups = [...Map.groupBy(children, ({ name }) => name)].map(([name, same]) => {
    const members = same.map((one) => elementMeaning(one, root));
    return [name, root === "layerGroup" ? members : members.toSorted(byText)] as const;
  });
  return sorted([...attributes, ...text, ...groups]);
}

function isUnnamed(element: string, field: string): boolean {
  return field === "id" && NAMELESS.has(element);
}

function linkMeaning(element: XmlElement): unknown {
  const href = pathOfLink(attributeNamed(element, "href") ?? "");
  return { href, type: attributeNamed(element, "type") ?? "" };
}

/** A list of roles is a set; numbers are what they count. */
function textMeaning(raw: string): string {
  const text = raw.trim().replace(/^(\d+(?:\.\d+)?) (m|km|ft)$/, "$1$2");
  if (/^[A-Z_*.]+(?:,[A-Z_*.]+)+$/.test(text)) return text.split(",").toSorted().join(",");
  if (/^-?\d+\.0$/.test(text)) return text.slice(0, -2);
  if (/^-?\d+(?:\.\d+)?E-?\d+$/.test(text)) return String(Number(text));
  if (text.startsWith("crypt1:")) return "crypt1:(sealed)";
  return pathOfLink(
    text.replace(/^file:(?:\/srv\/geoserver\/data|\/var\/lib\/geoserver_data|\/DATA)\//, "file:"),
  );
}

function jsonMeaning(body: string): unknown {
  try {
    return jsonValue(counted(JSON.parse(body)));
  } catch {
    return `unreadable: ${body.slice(0, 80)}`;
  }
}

/** A document without the elements that do not count. */
function counted(document: unknown): unknown {
  const [[root, fields] = ["", undefined], ...others] = Object.entries(document ?? {});
  const left = UNCOUNTED[root];
  if (left === undefined || others.length > 0 || typeof fields !== "object") return document;
  const kept = Object.entries(fields ?? {}).filter(([name]) => !left.includes(name));
  return { [root]: Object.fromEntries(kept) };
}

function jsonValue(value: unknown, element = ""): unknown {
  if (typeof value === "string") return textMeaning(value);
  if (Array.isArray(value)) {
    const members = value.map((one) => jsonValue(one));
    return members.some((one) => typeof one === "number" || Array.isArray(one))
      ? members
      : members.toSorted(byText);
  }
  if (typeof value !== "object" || value === null) return value;
  const isGranule = "geometry" in value;
  const fields = Object.entries(value).flatMap(([name, own]) => {
    const isLeftOut = (isGranule && name === "id") || name === "coordinates";
    const isCounted = !isLeftOut && !DATES.has(name) && !isUnnamed(element, name);
    return isCounted ? [[name, jsonValue(own, name)] as const] : [];
  });
  return fields.length === 0 && NAMELESS.has(element) ? "" : sorted(fields);
}

function sorted(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function byText(one: unknown, other: unknown): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a < b ? -1 : Number(a > b);
}
