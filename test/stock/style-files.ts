/** Files of styles on the stock server, and what it makes of SLD when it writes it anew. */
import type { State } from "./state.ts";
import { child, elementsOf, escape, parseElement, textOf, type Element } from "./xml-tree.ts";

export function styleFolder(workspace: string): string {
  return workspace === "" ? "styles" : `workspaces/${workspace}/styles`;
}

/** Where a server keeps the SLD that it makes of a style sheet, whenever somebody asks for it. */
export function translationOf(sheet: string): string {
  return sheet.replace(/\.[^.]*$/, ".sld");
}

export function backUp({ files }: State, path: string): void {
  const bytes = files.get(path);
  if (bytes === undefined) return;
  let name = `${path}.bak`;
  for (let number = 1; files.has(name); number++) name = `${path}.bak.${number}`;
  files.set(name, bytes);
  files.delete(path);
}

/** SLD as text, without a DOCTYPE that refers to nothing. */
export function sldText(bytes: Uint8Array): string {
  const text = textAsSent(bytes);
  return /\sSYSTEM\s/.test(text) ? text : text.replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/, "");
}

export function textAsSent(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.slice(0, 200)).toString("latin1");
  const wide = { fffe: "utf-16le", feff: "utf-16be" }[
    Buffer.from(bytes.slice(0, 2)).toString("hex")
  ];
  const named = wide ?? /encoding\s*=\s*["']([^"']+)/.exec(start)?.[1] ?? "utf-8";
  return new TextDecoder(named).decode(bytes);
}

/** The version in the first element. */
export function versionOf(text: string): string {
  return /<(?:\w+:)?StyledLayerDescriptor[^>]*\sversion\s*=\s*["']1\.1/.test(text)
    ? "1.1.0"
    : "1.0.0";
}

const prefixes: Readonly<Record<string, string>> = {
  "http://www.opengis.net/sld": "sld",
  "http://www.opengis.net/se": "sld",
  "http://www.opengis.net/ogc": "ogc",
  "http://www.opengis.net/gml": "gml",
  "http://www.w3.org/1999/xlink": "xlink",
};

type Scope = ReadonlyMap<string, string>;

/**
 * SLD as such servers write it: their own prefixes, attributes in another order, indented, without
 * comments. With `names`, as after reading it, styles without a name have one.
 */
export function rewritten(text: string, names = false): string {
  const declared = Object.entries(prefixes)
    .filter(([uri]) => !uri.endsWith("/se"))
    .map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`);
  const written = write(parseElement(text), new Map(), { names, depth: 0 });
  const body = written.replace(/^<[\w:]+/, (start) => `${start}${declared.join("")}`);
  return `<?xml version="1.0" encoding="UTF-8"?>${body}\n`;
}

interface Manner {
  readonly names: boolean;
  readonly depth: number;
}

function write(element: Element, outer: Scope, { names, depth }: Manner): string {
  const scope = new Map(outer);
  for (const [name, value] of element.attributes) {
    if (name === "xmlns") scope.set("", value);
    else if (name.startsWith("xmlns:")) scope.set(name.slice("xmlns:".length), value);
  }
  const name = renamed(element.name, scope, true);
  const attributes = [...element.attributes]
    .filter(([key]) => !/^xmlns(?::|$)/.test(key) || !isOwn(element.attributes.get(key) ?? ""))
    .toReversed()
    .map(([key, value]) => ` ${renamed(key, scope, false)}="${escape(value)}"`)
    .join("");
  const inner = { names, depth: depth + 1 };
  const isMixed = element.nodes.some((node) => typeof node === "string" && node.trim() !== "");
  if (isMixed) {
    const nodes = element.nodes.map((node) =>
      typeof node === "string" ? escape(node) : write(node, scope, inner).trim(),
    );
    return `<${name}${attributes}>${nodes.join("")}</${name}>`;
  }
  const space = `\n${"  ".repeat(depth + 1)}`;
  const nodes = elementsOf(element).map((node) => space + write(node, scope, inner));
  const isNameless = names && name === "sld:UserStyle" && !hasName(element);
  const all = isNameless ? [`${space}<sld:Name>Default Styler</sld:Name>`, ...nodes] : nodes;
  if (all.length === 0) return `<${name}${attributes}/>`;
  return `<${name}${attributes}>${all.join("")}\n${"  ".repeat(depth)}</${name}>`;
}

function hasName(element: Element): boolean {
  return elementsOf(element).some(({ name }) => name.replace(/^.*:/, "") === "Name");
}

function isOwn(uri: string): boolean {
  return uri in prefixes;
}

function renamed(name: string, scope: Scope, isElement: boolean): string {
  const [prefix, local] = name.includes(":")
    ? (name.split(":", 2) as [string, string])
    : ["", name];
  if (prefix === "" && !isElement) return name;
  const own = prefixes[scope.get(prefix) ?? ""];
  return own === undefined ? name : `${own}:${local}`;
}

export function downgraded(text: string): string {
  return rewritten(text, true)
    .replaceAll("SvgParameter", "CssParameter")
    .replace('version="1.1.0"', 'version="1.0.0"');
}

export const TRANSLATED_CSS = `<?xml version="1.0" encoding="UTF-8"?><sld:StyledLayerDescriptor xmlns:sld="http://www.opengis.net/sld" version="1.0.0">
  <sld:NamedLayer>
    <sld:Name>Default Styler</sld:Name>
    <sld:UserStyle>
      <sld:Name>Default Styler</sld:Name>
    </sld:UserStyle>
  </sld:NamedLayer>
</sld:StyledLayerDescriptor>
`;

export function nameInSld(text: string): string | undefined {
  const style = find(parseElement(text), "UserStyle");
  const name = style && elementsOf(style).find((one) => one.name.replace(/^.*:/, "") === "Name");
  return name && textOf(name);
}

function find(element: Element, local: string): Element | undefined {
  if (element.name.replace(/^.*:/, "") === local) return element;
  for (const inner of elementsOf(element)) {
    const found = find(inner, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function layersInSld(text: string): readonly string[] {
  const layers = elementsOf(parseElement(text)).filter(({ name }) => name.endsWith("NamedLayer"));
  return layers.map((layer) => {
    const name = child(layer, "Name") ?? find(layer, "Name");
    return name === undefined ? "" : textOf(name);
  });
}
