/** How deep filters nest. */
import type { Expression, Filter } from "../../model/filter.ts";

type Node = Filter | Expression;

/** Whether conditions and values nest in each other more than `depth` times. */
export function isDeeperThan(filter: Node, depth: number): boolean {
  let level: readonly Node[] = [filter];
  for (let count = 0; level.length > 0; count++) {
    if (count > depth) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** Whatever a node holds that has a type of its own is a node, but for a geometry. */
function childrenOf(node: Node): readonly Node[] {
  return node.type === "geometry" ? [] : Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
