/**
 * Documents of the catalog in both of their forms. A document is described once, as nodes, and
 * rendered as XML or as JSON with the habits that clients of this family expect: links, maps
 * of `entry` elements, lists that collapse to an object when they hold one member
 * (docs/compatibility.md, "Documents").
 */
import { mediaTypes } from "./media.ts";
import { renderXml, type XmlValue } from "./xml.ts";

/** Form in which a document is rendered. */
export type DocumentFormat = "xml" | "json";

/**
 * How lists look: with `published`, links in XML have the type of the document that they lead to, and
 * in JSON a list without members is an empty array; with `stock` links are of type
 * `application/atom+xml`, and an empty list is an empty text.
 */
export type ListManner = "published" | "stock";

/** One part of a document. Fields that are undefined are left out. */
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
  /** A part that was kept as a client gave it, ready in both forms (`details.ts`). */
  | { readonly type: "kept"; readonly xml: XmlValue; readonly json: unknown };

/** Members of an object in the order of the document. */
export type Fields = readonly (readonly [string, DocumentNode | undefined])[];

/** What a rendering needs to know about where it is seen. */
export interface Rendering {
  readonly format: DocumentFormat;
  /** Address of the REST root as the client wrote it, without a final slash. */
  readonly base: string;
  readonly lists: ListManner;
}

/** A rendered body with its content type. */
export interface RenderedDocument {
  readonly contentType: string;
  readonly text: string;
}

/** A member of a list document: its name, and the path of its own document without suffix. */
export interface ListMember {
  readonly name: string;
  readonly path: string;
}

/** A plain value. Deviation: names-as-text. */
export function value(of: string | number | boolean): DocumentNode {
  return { type: "value", value: of };
}

/** A plain value, or nothing when there is none. */
export function optional(
  of: string | number | boolean | undefined | null,
): DocumentNode | undefined {
  return of === undefined || of === null ? undefined : value(of);
}

/** Renders a document with one root. */
export function renderDocument(
  root: string,
  fields: Fields,
  rendering: Rendering,
): RenderedDocument {
  return renderRoot(root, { type: "object", fields }, rendering);
}

/** Renders a document with one root that ends with a link to the document of a path. */
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

/** Renders a list of named members with links, for example `styles` of `style`. */
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

/** Renders a list of bare names, for example `list` of `featureTypeName`. */
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

/** The address of a document in the form at hand. */
function href(path: string, rendering: Rendering): string {
  return `${rendering.base}${path}.${rendering.format}`;
}

/** What a node is in the form at hand: an XmlValue, or a value of JSON. */
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
  // Both halves of this family spell the default flag of a store with one more underscore in XML.
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
