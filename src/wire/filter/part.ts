/** What the rules of the filter grammar give to each other. */
import type { Expression, Filter, FilterErrorCode } from "../../model/filter.ts";

/** A node with the offset where its text starts. */
export interface Part {
  readonly node: Expression | Filter;
  readonly at: number;
}

/** Two values, for what relates them. */
export interface Pair {
  readonly left: Part;
  readonly right: Part;
}

/** Throws what ends the parsing. */
export type Refuse = (kind: FilterErrorCode, message: string, offset: number) => never;

/** Reports values from conditions and refuses the one in place of the other. */
export interface Reader {
  readonly value: (part: Part) => Expression;
  readonly condition: (part: Part) => Filter;
  readonly refuse: Refuse;
}

const VALUES: ReadonlySet<string> = new Set([
  "attribute",
  "literal",
  "instant",
  "geometry",
  "function",
  "arithmetic",
] satisfies Expression["type"][]);

function isExpression(node: Expression | Filter): node is Expression {
  return VALUES.has(node.type);
}

/** A reader that ends the parsing by `refuse`. A function is a value, and a condition as well. */
export function readerOf(refuse: Refuse): Reader {
  return {
    refuse,
    value({ node, at }) {
      if (isExpression(node)) return node;
      return refuse("syntax", "A value belongs here, not a condition", at);
    },
    condition({ node, at }) {
      if (!isExpression(node)) return node;
      if (node.type === "function") return { type: "predicate", call: node };
      return refuse("syntax", "A condition belongs here, not a value alone", at);
    },
  };
}

/** A reader that takes everything, to learn whether the rest of a text follows the grammar. */
export function lenientReader(refuse: Refuse): Reader {
  return {
    refuse,
    value: ({ node }) => (isExpression(node) ? node : { type: "literal", value: true }),
    condition: ({ node }) => (isExpression(node) ? { type: "include" } : node),
  };
}
