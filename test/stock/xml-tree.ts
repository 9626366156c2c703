/** XML as the stock server takes it apart and puts it together: elements and texts, in order. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { Refusal } from "./refusal.ts";

/** An element; its name and those of its attributes are as written. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly nodes: readonly (Element | string)[];
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
});

type Parsed = Readonly<Record<string, readonly Parsed[] | string>> & {
  readonly ":@"?: Readonly<Record<string, string>>;
};

export function parseElement(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/.test(text))
    throw new Refusal(500, "Entity resolution disallowed for file:///etc/passwd");
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw new Refusal(500, verdict.err.msg);
  const nodes = (parser.parse(text) as readonly Parsed[]).map(nodeOf);
  const root = nodes.find((node) => typeof node !== "string");
  if (root === undefined) throw new Refusal(500, "Premature end of file.");
  return root;
}

function nodeOf(parsed: Parsed): Element | string {
  const [name = "", content = []] = Object.entries(parsed).find(([key]) => key !== ":@") ?? [];
  if (typeof content === "string") return content;
  const nodes = (content as readonly Parsed[]).map(nodeOf);
  return { name, attributes: new Map(Object.entries(parsed[":@"] ?? {})), nodes };
}

export function elementsOf({ nodes }: Element): readonly Element[] {
  return nodes.filter((node) => typeof node !== "string");
}

export function child(element: Element | undefined, name: string): Element | undefined {
  return element && elementsOf(element).find((one) => one.name === name);
}

export function textOf(element: Element): string {
  const texts = element.nodes.map((node) => (typeof node === "string" ? node : textOf(node)));
  return texts.join("").trim();
}

export function childText(element: Element | undefined, name: string): string | undefined {
  const found = child(element, name);
  return found && textOf(found);
}

/** The workspace in a body; undefined where it says nothing. */
export function workspaceIn(body: Element): string | undefined {
  const said = child(body, "workspace");
  return said && (childText(said, "name") ?? textOf(said));
}

/** An element written without a space too many. */
function writeElement({ name, attributes, nodes }: Element): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escape(value)}"`).join("");
  const inside = writeNodes(nodes);
  return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}

export function innerXml({ nodes }: Element): string {
  return writeNodes(nodes);
}

function writeNodes(nodes: Element["nodes"]): string {
  const isMixed = nodes.some((node) => typeof node === "string" && node.trim() !== "");
  return nodes
    .map((node) => {
      if (typeof node !== "string") return writeElement(node);
      return isMixed ? escape(node) : "";
    })
    .join("");
}

export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#xd;");
}
