/** Turns conditions back into filters. */
import type { Filter } from "../../model/filter.ts";
import { isAlways, isNever, type Node } from "./node.ts";

/** The filter of a condition; alternative ids become one list. */
export function filterOf(node: Node): Filter {
  if (isAlways(node)) return { type: "include" };
  if (isNever(node)) return { type: "exclude" };
  if (node.type === "literal") return node.filter;
  const filters = node.nodes.map(filterOf);
  if (node.type === "and") return { type: "and", filters };
  const ids = filters.flatMap((filter) => (filter.type === "ids" ? filter.ids : []));
  const others = filters.filter(({ type }) => type !== "ids");
  const idFilter: readonly Filter[] = ids.length === 0 ? [] : [{ type: "ids", ids }];
  const [first, ...rest] = [...idFilter, ...others];
  return first !== undefined && rest.length === 0
    ? first
    : { type: "or", filters: [...idFilter, ...others] };
}
