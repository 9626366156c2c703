/** Graphs as trees for people, as documents, and in the Graphviz and Mermaid languages. Pure. */
import { formatAddress } from "../../model/address.ts";
import {
  usersByUsed,
  withoutShortcuts,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from "../engine/inspect/graph.ts";
import type { Paint } from "./text.ts";

/** Makes the document of a graph, without the version of the format. */
export function graphDocument({ nodes, edges }: Graph) {
  return {
    nodes: [...nodes].map(([address, node]) => ({
      address,
      kind: node.address.kind,
      workspace: node.address.workspace,
      name: node.address.name,
      given: node.isGiven,
    })),
    edges,
  };
}

/**
 * Renders the graph as a tree: dependents are below the object that they need. A subtree is written
 * once. `missing` marks objects that are only referenced.
 */
export function renderTree(graph: Graph, missing: string, paint: Paint): string {
  const slim = withoutShortcuts(graph);
  const users = usersByUsed(slim);
  const isUsing = new Set(slim.edges.map(({ from }) => from));
  const written = new Set<string>();
  const lines: string[] = [];
  const write = (key: string, head: string, tail: string, edge: GraphEdge | undefined) => {
    const below = users.get(key) ?? [];
    const isRepeated = written.has(key) && below.length > 0;
    written.add(key);
    const notes = notesOn(slim.nodes.get(key), edge, missing);
    const all = isRepeated ? [...notes, "see above"] : notes;
    const beside = all.length === 0 ? "" : paint("dim", `  (${all.join("; ")})`);
    lines.push(`${head}${paint("bold", key)}${beside}`);
    if (isRepeated) return;
    for (const [index, next] of below.entries()) {
      const isLast = index === below.length - 1;
      write(
        next.from,
        `${tail}${isLast ? "└─ " : "├─ "}`,
        `${tail}${isLast ? "   " : "│  "}`,
        next,
      );
    }
  };
  for (const key of slim.nodes.keys()) if (!isUsing.has(key)) write(key, "", "", undefined);
  // Objects in a dependency cycle have no root.
  for (const key of slim.nodes.keys()) if (!written.has(key)) write(key, "", "", undefined);
  return lines.map((line) => `${line}\n`).join("");
}

function notesOn(
  node: GraphNode | undefined,
  edge: GraphEdge | undefined,
  missing: string,
): readonly string[] {
  if (edge?.type === "comes-with") return ["comes with it"];
  return node?.isGiven === false && edge === undefined ? [missing] : [];
}

/** Renders the graph in the Graphviz language. */
export function renderDot({ nodes, edges }: Graph): string {
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const boxes = [...nodes].map(
    ([key, { isGiven }]) => `  ${quote(key)}${isGiven ? "" : " [style=dashed]"};`,
  );
  const arrows = edges.map(
    ({ from, to, type }) =>
      `  ${quote(from)} -> ${quote(to)}${type === "needs" ? "" : " [style=dashed]"};`,
  );
  return [
    "digraph plumbline {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...boxes,
    ...arrows,
    "}\n",
  ].join("\n");
}

/** Renders the graph in the Mermaid language. */
export function renderMermaid({ nodes, edges }: Graph): string {
  const ids = new Map([...nodes.keys()].map((key, index) => [key, `n${index}`]));
  const boxes = [...nodes.values()].map(({ address }) => {
    const key = formatAddress(address);
    return `  ${ids.get(key)}["${escaped(key)}"]`;
  });
  const arrows = edges.map(
    ({ from, to, type }) =>
      `  ${ids.get(from)} ${type === "needs" ? "-->" : "-.->"} ${ids.get(to)}`,
  );
  return ["graph LR", ...boxes, ...arrows, ""].join("\n");
}

/** Escapes characters that have a meaning in Mermaid. */
function escaped(text: string): string {
  return text.replaceAll(/[^\w/:. -]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
