/** Lays pictures out on a page and writes it as a document. */
import { withoutPasswords } from "../../wire/difference.ts";
import { renderNodes } from "../../wire/xml.ts";
import { svg, type SvgNode } from "../draw/svg.ts";

/** A part of a page, relative to its upper left corner. */
export interface Block {
  readonly height: number;
  readonly nodes: readonly SvgNode[];
  readonly definitions: ReadonlyMap<string, SvgNode>;
}

/** In pixels. */
export const MARGIN = 16;

export const NOTHING: Block = { height: 0, nodes: [], definitions: new Map() };

export function below(...blocks: readonly Block[]): Block {
  let height = 0;
  const nodes = blocks.flatMap((block) => {
    const moved = movedTo(block, 0, height);
    height += block.height;
    return moved;
  });
  return { height, nodes, definitions: definitionsOf(blocks) };
}

/** A row is as high as its highest block. */
export function inRows(blocks: readonly Block[], { columns, width }: RowLayout): Block {
  const rows = Array.from({ length: Math.ceil(blocks.length / columns) }, (_none, at) =>
    blocks.slice(at * columns, (at + 1) * columns),
  );
  return below(...rows.map((row) => sideBySide(row, width)));
}

/** The width is that of a column in pixels. */
export interface RowLayout {
  readonly columns: number;
  readonly width: number;
}

export function sideBySide(blocks: readonly Block[], width: number): Block {
  return {
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    nodes: blocks.flatMap((block, at) => movedTo(block, at * width, 0)),
    definitions: definitionsOf(blocks),
  };
}

function movedTo({ nodes }: Block, x: number, y: number): readonly SvgNode[] {
  if (nodes.length === 0) return [];
  if (x === 0 && y === 0) return nodes;
  return [svg("g", { transform: `translate(${x} ${y})` }, ...nodes)];
}

/** Equal definitions have equal ids, so one of each is enough. */
function definitionsOf(blocks: readonly Block[]): ReadonlyMap<string, SvgNode> {
  return new Map(blocks.flatMap(({ definitions }) => [...definitions]));
}

export function heading(text: string, size: 16 | 13): Block {
  const look = { "font-size": size, "font-weight": "bold", fill: "#111111", class: "title" };
  const attributes = { y: size + 4, ...look };
  return { height: size + 14, nodes: [svg("text", attributes, text)], definitions: new Map() };
}

/** A block as a document. Passwords of addresses and connections are replaced. */
export function documentOf(block: Block, { width, title, margin = MARGIN }: DocumentFrame): string {
  const [whole, high] = [width + 2 * margin, block.height + 2 * margin];
  const definitions = [...block.definitions.values()];
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width: whole,
    height: high,
    viewBox: `0 0 ${whole} ${Math.round(high)}`,
    "font-family": "sans-serif",
  };
  const root = svg(
    "svg",
    attributes,
    svg("title", {}, title),
    svg("style", {}, DARK),
    ...(definitions.length === 0 ? [] : [svg("defs", {}, ...definitions)]),
    svg("rect", { width: whole, height: high, fill: "#ffffff", class: "page" }),
    svg("g", { transform: `translate(${margin} ${margin})` }, ...block.nodes),
  );
  return renderNodes(masked(root));
}

/** Colours of a page in dark mode; programs without style sheets show it in light. */
export const DARK = `@media (prefers-color-scheme: dark) { .page { fill: #14181d } .title { fill: #e6eaee } .plain { fill: #a9b3bf } .note, .changed { fill: #f0b27a } .moved { fill: #b4b4ff } .added { fill: #6fd08c } .removed { fill: #ff8f8f } }`;

function masked(node: SvgNode): SvgNode {
  const children = node.children.map((child) => {
    if (typeof child === "string") return withoutPasswords(child);
    return "children" in child ? masked(child) : child;
  });
  return { ...node, children };
}

export interface DocumentFrame {
  readonly width: number;
  readonly title: string;
  /** In pixels. */
  readonly margin?: number;
}
