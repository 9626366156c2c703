/**
 * Renders catalog documents from nodes as XML or JSON, with GeoServer's conventions: links, maps of
 * `entry` elements, and lists that collapse when they have one member (docs/compatibility.md,
 * "Documents").
 */
import { mediaTypes } from "./media.ts";
import { renderXml, type XmlValue } from "./xml.ts";

/** Format of a rendered document. */
export type DocumentFormat = "xml" | "json";

/**
 * `published`: XML links have their target's type, an empty JSON list is an array. `stock`: links
 * are `application/atom+xml`, an empty list is an empty text.
 */
export type ListManner = "published" | "stock";

/** Undefined fields are omitted. */
export type DocumentNode =
  | { readonly type: "value"; readonly value: string | number | boolean }
  | { readonly type: "object"; readonly fields: Fields; readonly className?: string }
  | {
      readonly type: "list";
      readonly name: string;
      readonly nodes: readonly DocumentNode[];
      readonly className?: string;
    }
  | { readonly type: "entries"; readonly entries: ReadonlyMap<string, string> }
  | {
      readonly type: "reference";
      readonly path: string;
      readonly fields: Fields;
      readonly className?: string;
    }
  | { readonly type: "link"; readonly path: string }
  /** A part stored as given, in both formats (`details.ts`). */
  | { readonly type: "kept"; readonly xml: XmlValue; readonly json: unknown };

/** In document order. */
export type Fields = readonly (readonly [string, DocumentNode | undefined])[];

/** Context of a rendering. */
export interface Rendering {
  readonly format: DocumentFormat;
  /** URL of the REST root as in the request, without a final slash. */
  readonly base: string;
  readonly lists: ListManner;
}

/** A rendered body with its content type. */
export interface RenderedDocument {
  readonly contentType: string;
  readonly text: string;
}

/** A member of a list document; `path` has no suffix. */
export interface ListMember {
  readonly name: string;
  readonly path: string;
}

/** Deviation: names-as-text. */
export function value(of: string | number | boolean): DocumentNode {
  return { type: "value", value: of };
}

/** Undefined for null and undefined. */
export function optional(
  of: string | number | boolean | undefined | null,
): DocumentNode | undefined {
  return of === undefined || of === null ? undefined : value(of);
}

export function renderDocument(
  root: string,
  fields: Fields,
  rendering: Rendering,
): RenderedDocument {
  return renderRoot(root, { type: "object", fields }, rendering);
}

/** The document ends with a link to `path`. */
export function renderLinkedDocument(
  root: string,
  { fields, path }: { readonly fields: Fields; readonly path: string },
  rendering: Rendering,
): RenderedDocument {
  return renderRoot(root, { type: "reference", fields, path }, rendering);
}

function renderRoot(root: string, node: DocumentNode, rendering: Rendering): RenderedDocument {
  const content = contentOf(node, rendering);
  return rendering.format === "json"
    ? { contentType: mediaTypes.json, text: JSON.stringify({ [root]: content }) }
    : { contentType: mediaTypes.xml, text: renderXml(root, content as XmlValue) };
}

/** Renders named members with links, for example `styles` of `style`. */
export function renderList(
  root: string,
  memberName: string,
  listed: readonly ListMember[],
  rendering: Rendering,
): RenderedDocument {
  if (rendering.format === "json") {
    const nodes = listed.map(({ name, path }) => ({ name, href: href(path, rendering) }));
    const empty = rendering.lists === "stock" ? "" : { [memberName]: [] };
    const content = nodes.length === 0 ? empty : { [memberName]: nodes };
    return { contentType: mediaTypes.json, text: JSON.stringify({ [root]: content }) };
  }
  const type = rendering.lists === "stock" ? "application/atom+xml" : mediaTypes.xml;
  const nodes = listed.map(({ name, path }) => ({
    name,
    "atom:link": atomLink(href(path, rendering), type),
  }));
  const content: XmlValue = nodes.length === 0 ? "" : { [memberName]: nodes };
  return { contentType: mediaTypes.xml, text: renderXml(root, content) };
}

/** Renders bare names, for example `list` of `featureTypeName`. */
export function renderNameList(
  memberName: string,
  names: readonly string[],
  rendering: Rendering,
): RenderedDocument {
  if (rendering.format === "json") {
    const text = JSON.stringify({ list: { string: names } });
    return { contentType: mediaTypes.json, text };
  }
  const content: XmlValue = names.length === 0 ? "" : { [memberName]: names };
  return { contentType: mediaTypes.xml, text: renderXml("list", content) };
}

function href(path: string, rendering: Rendering): string {
  return `${rendering.base}${path}.${rendering.format}`;
}

function contentOf(node: DocumentNode, rendering: Rendering): unknown {
  const isXml = rendering.format === "xml";
  const together = (nodes: readonly unknown[]) => (isXml ? nodes : collapse(nodes));
  switch (node.type) {
    case "value":
      return node.value;
    case "kept":
      return isXml ? node.xml : node.json;
    case "link":
      return isXml ? xmlLink(node.path, rendering) : href(node.path, rendering);
    case "entries":
      return {
        entry: together([...node.entries].map(([key, text]) => ({ "@key": key, $: text }))),
      };
    case "list": {
      const nodes = node.nodes.map((member) => contentOf(member, rendering));
      return { ...classOf(node), [node.name]: together(nodes) };
    }
    case "reference": {
      const fields = { ...classOf(node), ...fieldsOf(node.fields, rendering) };
      const link = isXml ? xmlLink(node.path, rendering) : { href: href(node.path, rendering) };
      return { ...fields, ...link };
    }
    case "object":
      break;
  }
  return { ...classOf(node), ...fieldsOf(node.fields, rendering) };
}

function fieldsOf(fields: Fields, rendering: Rendering): Record<string, unknown> {
  // In XML, the default flag of a store has one more underscore.
  const spelt = (name: string) =>
    name === "_default" && rendering.format === "xml" ? "__default" : name;
  return Object.fromEntries(
    fields.flatMap(([name, node]) =>
      node === undefined ? [] : [[spelt(name), contentOf(node, rendering)]],
    ),
  );
}

function collapse(nodes: readonly unknown[]): unknown {
  return nodes.length === 1 ? nodes[0] : nodes;
}

function classOf({ className }: { readonly className?: string }): Record<string, string> {
  return className === undefined ? {} : { "@class": className };
}

function xmlLink(path: string, rendering: Rendering): Record<string, XmlValue> {
  return { "atom:link": atomLink(href(path, rendering), mediaTypes.xml) };
}

function atomLink(address: string, type: string): XmlValue {
  return {
    "@xmlns:atom": "http://www.w3.org/2005/Atom",
    "@rel": "alternate",
    "@href": address,
    "@type": type,
  };
}
