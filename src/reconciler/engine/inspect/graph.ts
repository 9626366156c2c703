/** Dependency graphs of declared or live objects. Pure. */
import { compareAddresses, formatAddress, type Address } from "../../../model/address.ts";
import { addressSet, addressesOf } from "../../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";
import { contentsOf } from "../plan/holders.ts";

/** A node of a graph. */
export interface GraphNode {
  readonly address: Address;
  /** False for objects that are only referenced or brought. */
  readonly isGiven: boolean;
}

/** `from` requires `to`, or is created and deleted with it. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly type: "needs" | "comes-with";
}

/** Nodes by the text of their address, and edges; both sorted. */
export interface Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

/** The graph of declared objects. */
export function graphOfDeclared(resources: readonly Resource[]): Graph {
  const needs = resources.flatMap(({ address, requires }) =>
    requires.map((to) => [address, to, "needs"] as const),
  );
  const along = resources.flatMap(({ address, brings = [] }) =>
    brings.map((from) => [from, address, "comes-with"] as const),
  );
  return graphOf(
    resources.map(({ address }) => address),
    [...needs, ...along, ...partsNeeded(resources, needs)],
  );
}

/** The graph of live objects. */
export function graphOfLive(lives: readonly Live[], kinds: ReadonlyMap<string, AnyKind>): Graph {
  const needs = lives.flatMap(({ address, requires }) =>
    requires.map((to) => [address, to, "needs"] as const),
  );
  const along = broughtLive(lives, kinds).flatMap(([holder, brings]) =>
    brings.map((from) => [from, holder, "comes-with"] as const),
  );
  return graphOf(
    lives.map(({ address }) => address),
    [...needs, ...along],
  );
}

/** Live objects with those that come with them. */
export function broughtLive(
  lives: readonly Live[],
  kinds: ReadonlyMap<string, AnyKind>,
): readonly (readonly [Address, readonly Address[]])[] {
  const given = addressesOf(lives);
  return lives.map((live) => [
    live.address,
    contentsOf(kinds, live).filter((one) => given.has(one)),
  ]);
}

type Link = readonly [from: Address, to: Address, type: GraphEdge["type"]];

/** Parts are included only where another object names them. */
function partsNeeded(resources: readonly Resource[], needs: readonly Link[]): readonly Link[] {
  const named = addressSet(needs.map(([, to]) => to));
  return resources.flatMap(({ address, parts = [] }) =>
    parts.filter((part) => named.has(part)).map((part) => [part, address, "comes-with"] as const),
  );
}

function graphOf(given: readonly Address[], links: readonly Link[]): Graph {
  const known = new Set(given.map(formatAddress));
  const all = [...given, ...links.flatMap(([from, to]) => [from, to])].toSorted(compareAddresses);
  const nodes = new Map(
    all.map((address) => {
      const key = formatAddress(address);
      return [key, { address, isGiven: known.has(key) }] as const;
    }),
  );
  const edges = new Map(
    links.map(([from, to, type]) => {
      const [one, other] = [formatAddress(from), formatAddress(to)];
      return [`${one}\n${other}`, { from: one, to: other, type }] as const;
    }),
  );
  const place = new Map([...nodes.keys()].map((key, index) => [key, index]));
  const at = (key: string) => place.get(key) ?? 0;
  return {
    nodes,
    edges: [...edges.values()]
      .filter(({ from, to }) => from !== to)
      .toSorted((a, b) => at(a.from) - at(b.from) || at(a.to) - at(b.to)),
  };
}

/** The object and its direct and indirect dependents. */
export function usersOf(graph: Graph, address: Address): Graph {
  const users = usersByUsed(graph);
  const found = new Set<string>();
  const open = [formatAddress(address)];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    open.push(...(users.get(key) ?? []).map(({ from }) => from));
  }
  return {
    nodes: new Map([...graph.nodes].filter(([key]) => found.has(key))),
    edges: graph.edges.filter(({ from, to }) => found.has(from) && found.has(to)),
  };
}

/** Edges by their target. */
export function usersByUsed({ edges }: Graph): ReadonlyMap<string, readonly GraphEdge[]> {
  return Map.groupBy(edges, ({ to }) => to);
}

/** Removes edges that follow from others. */
export function withoutShortcuts(graph: Graph): Graph {
  const used = Map.groupBy(graph.edges, ({ from }) => from);
  const reach = new Map<string, ReadonlySet<string>>();
  const reached = (key: string, above: ReadonlySet<string>): ReadonlySet<string> => {
    const known = reach.get(key);
    if (known !== undefined || above.has(key)) return known ?? new Set();
    const below = new Set([...above, key]);
    const next = (used.get(key) ?? []).map(({ to }) => to);
    const found = new Set(next.flatMap((to) => [to, ...reached(to, below)]));
    reach.set(key, found);
    return found;
  };
  const none = new Set<string>();
  const isShortcut = ({ from, to }: GraphEdge) =>
    (used.get(from) ?? []).some(
      (other) =>
        other.to !== to && reached(other.to, none).has(to) && !reached(to, none).has(other.to),
    );
  return { nodes: graph.nodes, edges: graph.edges.filter((edge) => !isShortcut(edge)) };
}
