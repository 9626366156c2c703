/** Values that the rules of the filter grammar exchange. */
import type { Expression, Filter, FilterErrorCode } from "../../model/filter.ts";

/** A node and the offset of its text. */
export interface Part {
  readonly node: Expression | Filter;
  readonly at: number;
}

export interface Pair {
  readonly left: Part;
  readonly right: Part;
}

/** Throws the error that ends the parsing. */
export type Refuse = (kind: FilterErrorCode, message: string, offset: number) => never;

/** Converts parts to values or conditions and rejects the other kind. */
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

/** A reader that reports errors by `refuse`. A function is both a value and a condition. */
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

/** A reader that accepts everything, to check only the grammar. */
export function lenientReader(refuse: Refuse): Reader {
  return {
    refuse,
    value: ({ node }) => (isExpression(node) ? node : { type: "literal", value: true }),
    condition: ({ node }) => (isExpression(node) ? { type: "include" } : node),
  };
}
