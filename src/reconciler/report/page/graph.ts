/** The graph of a page. Pure. */
import { report as limits } from "../../../model/limits.ts";
import type { PageEdge, PageGraph } from "../../../report-page/data.ts";
import type { Graph, GraphEdge } from "../../engine/inspect/graph.ts";
import type { PlanDocument } from "../documents.ts";
import { visible } from "../visible.ts";

/**
 * What changes reach in both directions, with the plan's relations of deleted objects. Limited to
 * the `maximum` objects nearest to the changes.
 */
export function pageGraph(
  { nodes, edges }: Pick<Graph, "nodes" | "edges">,
  { changes }: Pick<PlanDocument, "changes">,
  maximum: number = limits.pageGraphObjects,
): PageGraph {
  const all = distinct([...edges, ...changes.flatMap(edgesOf)]);
  const known = new Set([...nodes.keys(), ...all.flatMap(({ from, to }) => [from, to])]);
  const begin = changes.map(({ address }) => address).filter((one) => known.has(one));
  const kept = nearest(begin, all, maximum);
  const order = [...kept].toSorted();
  const indexes = new Map(order.map((address, index) => [address, index]));
  return {
    nodes: order.map(visible),
    edges: all.flatMap(({ from, to, type }): readonly PageEdge[] => {
      const [one, other] = [indexes.get(from), indexes.get(to)];
      if (one === undefined || other === undefined) return [];
      return [[one, other, type === "comes-with" ? 1 : 0]];
    }),
  };
}

/** The plan's relations of a deleted object. */
function edgesOf({
  address,
  goes_with: by,
  takes_along: along,
}: PlanDocument["changes"][number]): readonly GraphEdge[] {
  const withOthers = along.map((from) => ({ from, to: address, type: "comes-with" }) as const);
  return by === null
    ? withOthers
    : [...withOthers, { from: address, to: by, type: "comes-with" } as const];
}

function distinct(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const byEnds = Map.groupBy(edges, ({ from, to }) => JSON.stringify([from, to]));
  return [...byEnds.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

function nearest(
  begin: readonly string[],
  edges: readonly GraphEdge[],
  maximum: number,
): ReadonlySet<string> {
  const beside = new Map<string, string[]>();
  const add = (one: string, other: string) => {
    const known = beside.get(one);
    if (known === undefined) beside.set(one, [other]);
    else known.push(other);
  };
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  const found = new Set(begin.slice(0, maximum));
  for (const address of found) {
    if (found.size >= maximum) break;
    for (const other of beside.get(address) ?? []) if (found.size < maximum) found.add(other);
  }
  return found;
}
