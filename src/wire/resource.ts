/** Listings and metadata of the data directory (docs/compatibility.md, "Resources"). */
import { documentIn } from "./answered-document.ts";
import { compareText } from "../model/address.ts";
import { renderDate } from "./date.ts";
import type { Rendering, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { resourcePath } from "./paths.ts";
import { expectFound, get, type GetOptions } from "./reading.ts";
import { type Reader, type WireResponse } from "./request.ts";
import { asList, member, memberText } from "./tree.ts";
import { renderXml, type XmlValue } from "./xml.ts";

/** A file or folder; `modified` is ISO 8601 or null. */
export interface ResourceDocument {
  readonly path: string;
  readonly type: "resource" | "directory" | "undefined";
  readonly modified: string | null;
  /** Direct children of a folder. */
  readonly children: readonly { readonly name: string; readonly type: "resource" | "directory" }[];
}

/** Renders a listing or metadata as XML or JSON. */
export function renderResource(
  resource: ResourceDocument,
  what: "listing" | "metadata",
  rendering: Rendering,
): RenderedDocument {
  const root = what === "listing" ? "ResourceDirectory" : "ResourceMetadata";
  const content = contentOf(resource, what, rendering);
  return rendering.format === "xml"
    ? { contentType: mediaTypes.xml, text: renderXml(root, content) }
    : { contentType: mediaTypes.json, text: JSON.stringify({ [root]: content }) };
}

/** Renders a listing as an HTML page. */
export function renderResourcePage(resource: ResourceDocument, base: string): RenderedDocument {
  const links = resource.children.map(({ name }) => ({
    a: { "@href": address(base, join(resource.path, name)), $: name },
  }));
  const body = { h1: `/${resource.path}`, ul: links.length === 0 ? "" : { li: links } };
  const page = renderXml("html", { head: { title: `/${resource.path}` }, body });
  return { contentType: "text/html; charset=utf-8", text: `<!doctype html>${page}` };
}

function contentOf(
  resource: ResourceDocument,
  what: "listing" | "metadata",
  { format, base, lists }: Rendering,
): XmlValue {
  const { path, modified } = resource;
  const parent = parentOf(path);
  const document = format === "xml" ? mediaTypes.xml : mediaTypes.json;
  const link = format === "xml" ? xmlLink : jsonLink;
  const children = resource.children.map((child) => ({
    name: child.name,
    ...link(address(base, join(path, child.name)), linkType(child, document, lists)),
  }));
  const above = (folder: string) => ({
    path: lists === "stock" ? folder : `/${folder}`,
    ...link(address(base, folder), document),
  });
  return {
    name: nameOf(path),
    ...(parent === null ? {} : { parent: above(parent) }),
    ...(modified === null ? {} : { lastModified: renderDate(modified) }),
    ...(what === "metadata"
      ? { type: resource.type }
      : { children: children.length === 0 ? "" : { child: children } }),
  };
}

function xmlLink(href: string, type: string) {
  const names = { "@xmlns:atom": "http://www.w3.org/2005/Atom", "@rel": "alternate" };
  return { "atom:link": { ...names, "@href": href, "@type": type } };
}

function jsonLink(href: string, type: string) {
  return { link: { href, rel: "alternate", type } };
}

/** GeoServer gives XML files their type, and octet-stream to all others. */
function linkType(
  { name, type }: ResourceDocument["children"][number],
  document: string,
  lists: Rendering["lists"],
): string {
  if (type === "directory") return document;
  return lists === "stock" && /\.xml$/i.test(name) ? mediaTypes.xml : mediaTypes.binary;
}

function address(base: string, path: string): string {
  return `${base}${resourcePath(path)}`;
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function parentOf(path: string): string | null {
  if (path === "") return null;
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** Sorted names of children in an XML listing. Throws WireError. */
export function parseResourceListing(response: WireResponse): readonly string[] {
  return parseResourceChildren(response).map(({ name }) => name);
}

/**
 * `isFolder` is set if certain: only folders, and files with XML names, have links of XML type.
 * Throws WireError.
 */
export function parseResourceChildren(
  response: WireResponse,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  const { content } = documentIn(response);
  return asList(member(member(content, "children"), "child"))
    .flatMap((child) => {
      const name = memberText(child, "name");
      const type = memberText(member(child, "atom:link"), "@type");
      const isFolder = type === mediaTypes.xml && !/\.(?:xml|xsd|xslt?)$/i.test(name ?? "");
      return name === undefined ? [] : [{ name, isFolder }];
    })
    .toSorted((one, other) => compareText(one.name, other.name));
}

/** Explains in the body that GeoServer 2.x cannot list a folder whose name has a suffix. */
export async function getResource(
  read: Reader,
  file: string,
  { known }: Pick<GetOptions, "known"> = {},
): Promise<WireResponse> {
  const response = await get(read, resourcePath(file), { query: { format: "xml" }, known });
  const [suffix] = /\.[^./]+$/.exec(file) ?? [];
  if (response.status !== 500 || suffix === undefined) return response;
  if ((await resourceTypeAt(read, file)) !== "directory") return response;
  const reason = `a server of 2.x does not list a folder whose name ends in ${suffix}; rename the folder`;
  return { ...response, body: new TextEncoder().encode(reason) };
}

/** Undefined for a missing folder, empty for a file. Throws ReadError, WireError. */
export async function listFolder(
  read: Reader,
  folder: string,
): Promise<readonly string[] | undefined> {
  const response = await getResource(read, folder);
  if (response.status === 404) return undefined;
  const found = expectFound(response, resourcePath(folder));
  return found.headers["resource-type"] === "resource" ? [] : parseResourceListing(found);
}

/**
 * Uses HEAD: GeoServer 2.x chooses the format by the path's suffix and fails on a GET of metadata
 * for most suffixes. Throws ReadError.
 */
export async function resourceTypeAt(
  read: Reader,
  file: string,
): Promise<ResourceDocument["type"]> {
  const path = resourcePath(file);
  const response = await read({ method: "HEAD", path });
  if (response.status === 404) return "undefined";
  const { headers } = expectFound(response, path, "HEAD");
  return headers["resource-type"] === "directory" ? "directory" : "resource";
}
