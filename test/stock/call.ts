/** A request as handlers see it: routed, its suffix cut, its body read. */
import { XMLBuilder } from "fast-xml-parser";
import type { Container } from "./container.ts";
import type { LineHabits } from "./lines.ts";
import { Refusal, RouteRefusal } from "./refusal.ts";
import type { State } from "./state.ts";
import { elementsOf, innerXml, parseElement, type Element } from "./xml-tree.ts";

export interface Call {
  readonly state: State;
  readonly container: Container;
  readonly method: string;
  /** Address of the root, for links. */
  readonly base: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly suffix: string | undefined;
  readonly accept: string;
  readonly format: "xml" | "json";
  readonly contentType: string;
  readonly body: Uint8Array;
}

export function param({ params }: Call, name: string): string {
  return params[name] ?? "";
}

/** The workspace of the path; an empty text globally. Throws Refusal 404. */
export function scopeOf({ params, state }: Call): string {
  const { workspace = "" } = params;
  if (workspace === "" || state.workspaces.has(workspace)) return workspace;
  throw new Refusal(404, `Workspace ${workspace} not found`);
}

export function flag({ query }: Call, name: string): boolean {
  return query[name]?.toLowerCase() === "true";
}

export function mediaType({ contentType }: Call): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Whether a body is taken for a ZIP: the header has to be one of three texts. */
export function isZip({ contentType }: Call): boolean {
  return ["application/zip", "multipart/x-zip", "application/x-zip-compressed"].includes(
    contentType,
  );
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "$",
  suppressBooleanAttributes: false,
});

/** Reads a document that a client sends. Throws Refusal 500 for what is none, or another one. */
export function bodyElement(call: Call, root: string): Element {
  const element = anyBody(call);
  if (element.name !== root) throw new Refusal(500, `${element.name} : ${element.name}`);
  return element;
}

/** Reads a document of any root; JSON becomes the XML that says the same. */
export function anyBody({ body, contentType }: Call): Element {
  const text = new TextDecoder().decode(body);
  if (contentType.startsWith("text/plain"))
    throw new RouteRefusal(415, `Content-Type '${contentType}' is not supported.`);
  if (!contentType.includes("json")) return parseElement(text);
  // The parser of such servers is lenient: quotes may be single.
  return parseElement(builder.build(withNil(looseJson(text))));
}

/** JSON in which null is what XML says for it. */
function withNil(json: unknown): unknown {
  if (json === null) return { "@xsi:nil": "true" };
  if (Array.isArray(json)) return json.map(withNil);
  if (typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, withNil(one)]));
}

/** JSON as clients write it. Throws Refusal 500. */
export function looseJson(text: string): unknown {
  for (const strict of [text, text.replaceAll("'", '"')])
    try {
      return JSON.parse(strict);
    } catch {
      // Tried in the other spelling.
    }
  throw new Refusal(500, "Expected a JSON document");
}

/** Takes over the fields of a body that a document knows; others are ignored without a word. */
export function merge(
  { nullsClear }: LineHabits,
  fields: Map<string, string>,
  body: Element,
  known: readonly string[],
): void {
  for (const element of elementsOf(body)) {
    const isNil = element.attributes.get("xsi:nil") === "true";
    if (isNil && nullsClear) fields.delete(element.name);
    else if (isNil) continue;
    else if (isWithoutLanguages(element)) continue;
    else if (known.includes(element.name)) fields.set(element.name, innerXml(element));
  }
}

/** Texts by language that name none are as if nobody had sent them. */
function isWithoutLanguages(element: Element): boolean {
  return element.name.startsWith("international") && elementsOf(element).length === 0;
}

/** The entries of a map that a body replaces, in any of their spellings; values are XML. */
export function entriesOf(element: Element): Map<string, string> {
  return new Map(
    elementsOf(element).map((entry) => {
      const key = entry.attributes.get("key");
      if (key !== undefined) return [key, innerXml(entry)] as const;
      const [first, second] = elementsOf(entry);
      if (entry.name !== "entry") return [entry.name, innerXml(first ?? entry)] as const;
      return [innerXml(first ?? entry), second === undefined ? "" : innerXml(second)] as const;
    }),
  );
}
