/** Documents of the stock server: texts with the links and dates that all of them carry. */
import { XMLParser } from "fast-xml-parser";
import type { Call } from "./call.ts";
import { shuffled } from "./random.ts";
import type { Dated } from "./state.ts";
import { escape } from "./xml-tree.ts";

export interface Answer {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export const DONE: Answer = { status: 200, body: "" };

export function json(value: unknown): Answer {
  return { status: 200, type: "application/json", body: JSON.stringify(value) };
}

export function plain(status: number, body: string, headers: Answer["headers"] = {}): Answer {
  return { status, type: "text/plain", body, headers };
}

export function created({ base }: Call, path: string, name: string): Answer {
  return plain(201, name, { location: `${base}${path.replaceAll("+", "%20")}` });
}

/** A path of a document from segments, in the encoding of forms. */
export function pathOf(...segments: readonly string[]): string {
  return segments
    .map((one) => `/${encodeURIComponent(one).replaceAll("%20", "+").replaceAll("*", "%2A")}`)
    .join("");
}

export function link({ base }: Call, path: string, type = "application/xml"): string {
  return `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="${escape(`${base}${path}.xml`)}" type="${type}"/>`;
}

/** A text element; nothing where there is no value. */
export function field(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? "" : `<${name}>${escape(String(value))}</${name}>`;
}

/** Elements that are kept as clients wrote them, in the order of a document. */
export function kept(fields: ReadonlyMap<string, string>, ...names: readonly string[]): string {
  return names
    .map((name) => {
      const inside = fields.get(name);
      if (inside === undefined) return "";
      return inside === "" ? `<${name}/>` : `<${name}>${inside}</${name}>`;
    })
    .join("");
}

/** The same, with what a server says where nobody wrote anything. */
export function keptOr(
  fields: ReadonlyMap<string, string>,
  usual: Readonly<Record<string, string>>,
  ...names: readonly string[]
): string {
  return kept(new Map([...Object.entries(usual), ...fields]), ...names);
}

export function dates({ created: made, modified }: Dated): string {
  return field("dateCreated", made) + field("dateModified", modified);
}

/** A map, whose entries come in no order; values are XML. */
export function map({ state }: Call, name: string, entries: ReadonlyMap<string, string>): string {
  if (entries.size === 0) return "";
  const written = shuffled(state.random, entries).map(
    ([key, value]) => `<entry key="${escape(key)}">${value}</entry>`,
  );
  return `<${name}>${written.join("")}</${name}>`;
}

/** A list of names with their links, in no order. */
export function listOf(
  call: Call,
  item: string,
  names: readonly string[],
  at: (name: string) => string,
): Answer {
  const items = shuffled(call.state.random, names).map(
    (name) =>
      `<${item}>${field("name", name)}${link(call, at(name), "application/atom+xml")}</${item}>`,
  );
  const root = `${item}s`;
  const xml = items.length === 0 ? `<${root}/>` : `<${root}>${items.join("")}</${root}>`;
  return documentOf(call, xml, item);
}

/** A document in the form that is asked for. `item` names what a list is a list of. */
export function documentOf(call: Call, xml: string, item?: string): Answer {
  if (call.format === "json") return json(jsonOf(xml, item));
  return { status: 200, type: "application/xml", body: xml };
}

/** What such servers say in the middle of a document of something that refers to nothing. */
const UNREFERRED = "Unable to marshal reference with no id or name.";

/** An object that cannot be written down: the document breaks off, after the answer has begun. */
export function brokenOff(call: Call, xml: string): Answer {
  const [written = ""] = /^.*?<[\w-]+(?: class="[^"]*")?(?=<|$)/.exec(xml) ?? [];
  return brokenOffAt(call, written, UNREFERRED);
}

/** What was written of a document, and what went wrong in the place of the rest. */
export function brokenOffAt(call: Call, written: string, message: string): Answer {
  if (call.format === "json") return plain(500, message);
  return { status: 200, type: "application/xml", body: `${written}${message}` };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "$",
  parseTagValue: false,
  parseAttributeValue: false,
});

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** A document as such servers make JSON of it: one element is no list, numbers lose their form. */
function jsonOf(xml: string, item: string | undefined): Json {
  const [root = ["", ""]] = Object.entries(parser.parse(xml) as Record<string, Json>);
  const content = withoutLinks(root[1]);
  if (item === undefined || typeof content !== "object") return { [root[0]]: content };
  const items = (content as Readonly<Record<string, Json>>)[item] ?? [];
  return { [root[0]]: { [item]: Array.isArray(items) ? items : [items] } };
}

/** A text as a value; what stands beside attributes stays a text. */
function valueOf(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?(?:[eE]-?\d+)?$/.test(text) ? Number(text) : text;
}

function withoutLinks(json: Json): Json {
  if (typeof json === "string") return valueOf(json);
  if (Array.isArray(json)) return json.map((one: Json) => withoutLinks(one));
  if (typeof json !== "object") return json;
  const entries = Object.entries(json);
  const [atom] = entries.filter(([key]) => key === "atom:link").map(([, value]) => value);
  const { "@href": href = "" } = (atom ?? {}) as { readonly "@href"?: string };
  const address = href.replace(/\.xml$/, ".json");
  if (atom !== undefined && entries.length === 1) return address;
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "atom:link") return ["href", address];
      if (key === "__default") return ["_default", withoutLinks(value)];
      return [key, /^[@$]/.test(key) ? value : withoutLinks(value)];
    }),
  );
}
