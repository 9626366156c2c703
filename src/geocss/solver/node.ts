/** Conditions in the solver's form: only literals are negated. */
import type { Comparison, Expression, Filter } from "../../model/filter.ts";
import { constantOf, type Constant } from "./constant.ts";

export type Test =
  | { readonly type: "compare"; readonly operator: Comparison; readonly constant: Constant }
  | { readonly type: "null"; readonly isNull: boolean }
  /** A filter that is not analysed. */
  | { readonly type: "opaque"; readonly holds: boolean };

/** An atomic condition. Literals with equal keys are equivalent. */
export interface Literal {
  readonly type: "literal";
  readonly key: string;
  /** Literals with different subjects are independent. */
  readonly subject: string;
  readonly test: Test;
  readonly filter: Filter;
}

/** A condition. The key is computed on demand, and does not depend on the order of parts. */
export type Node =
  | Literal
  | { readonly type: "and" | "or"; readonly key: string; readonly nodes: readonly Node[] };

/** Always holds. */
export const always: Node = { type: "and", key: "true", nodes: [] };
/** Never holds. */
export const never: Node = { type: "or", key: "false", nodes: [] };

/** Whether a condition is `always`. */
export function isAlways(node: Node): boolean {
  return node.type === "and" && node.nodes.length === 0;
}

/** Whether a condition is `never`. */
export function isNever(node: Node): boolean {
  return node.type === "or" && node.nodes.length === 0;
}

/** Joins conditions. Parts of the same type are flattened; a single part is itself. */
export function junction(type: "and" | "or", parts: readonly Node[]): Node {
  const [neutral, absorbing, isAbsorbing] =
    type === "and" ? ([always, never, isNever] as const) : ([never, always, isAlways] as const);
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const nodes = new Map<string, Node>();
  for (const part of parts) {
    if (isAbsorbing(part)) return absorbing;
    for (const node of part.type === type ? part.nodes : [part]) nodes.set(node.key, node);
  }
  const [first, ...others] = nodes.values();
  if (first === undefined) return neutral;
  if (others.length === 0) return first;
  let key: string | undefined;
  return {
    type,
    nodes: [first, ...others],
    get key() {
      return (key ??= `${type}(${[...nodes.keys()].toSorted().join(",")})`);
    },
  };
}

const OPPOSITES: Readonly<Record<Comparison, Comparison>> = {
  "=": "<>",
  "<>": "=",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
};

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
};

/** One of each comparison and its opposite. */
const POSITIVE: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "<>": "=",
  "<": "<",
  ">=": "<",
  ">": ">",
  "<=": ">",
};

type Makers = {
  readonly [Type in Filter["type"]]: (filter: Extract<Filter, { type: Type }>) => Node;
};

const whole = (filter: Filter): Node => opaque(filter, true);
const joined = ({ type, filters }: Extract<Filter, { type: "and" | "or" }>): Node =>
  junction(type, filters.map(nodeOf));

const makers: Makers = {
  include: () => always,
  exclude: () => never,
  and: joined,
  or: joined,
  not: ({ filter }) => negationOf(nodeOf(filter)),
  compare: ({ left, operator, right }) => comparison(left, operator, right),
  between: ({ value, low, high }) =>
    junction("and", [comparison(value, ">=", low), comparison(value, "<=", high)]),
  in: ({ value, options }) =>
    junction(
      "or",
      options.map((option) => comparison(value, "=", option)),
    ),
  "is-null": ({ value }) => nullTest(value, true),
  ids: ({ ids }) =>
    junction(
      "or",
      ids.map((id) => idTest(id, true)),
    ),
  like: whole,
  exists: whole,
  temporal: whole,
  spatial: whole,
  relate: whole,
  distance: whole,
  predicate: whole,
};

/** The condition of a filter. */
export function nodeOf(filter: Filter): Node {
  return (makers[filter.type] as (filter: Filter) => Node)(filter);
}

/** The negation: unknown where the condition is unknown. */
export function negationOf(node: Node): Node {
  if (node.type !== "literal")
    return junction(node.type === "and" ? "or" : "and", node.nodes.map(negationOf));
  const { filter, test } = node;
  if (filter.type === "compare")
    return compareLiteral({ ...filter, operator: OPPOSITES[filter.operator] }, node.subject, test);
  const inner = filter.type === "not" ? filter.filter : filter;
  if (inner.type === "is-null") return nullTest(inner.value, test.type === "null" && !test.isNull);
  if (inner.type === "ids") return idTest(inner.ids[0] ?? "", filter.type === "not");
  return opaque(inner, filter.type === "not");
}

/** The number of literals. */
export function sizeOf(node: Node): number {
  if (node.type === "literal") return 1;
  return node.nodes.reduce((size, one) => size + sizeOf(one), 0);
}

type CompareFilter = Extract<Filter, { type: "compare" }>;

function comparison(left: Expression, operator: Comparison, right: Expression): Node {
  if (constantOf(left) !== undefined && constantOf(right) === undefined)
    return comparison(right, MIRRORED[operator], left);
  const filter: CompareFilter = { type: "compare", operator, left, right };
  const constant = constantOf(right);
  if (constant === undefined) {
    // A comparison of two values is only known to exclude its opposite.
    const positive = POSITIVE[operator];
    const subject = keyOf({ ...filter, operator: positive });
    return literal(filter, subject, { type: "opaque", holds: positive === operator });
  }
  return literal(filter, keyOf(left), { type: "compare", operator, constant });
}

function compareLiteral(filter: CompareFilter, subject: string, before: Test): Node {
  if (before.type === "opaque")
    return literal(filter, subject, { type: "opaque", holds: !before.holds });
  const { operator } = filter;
  if (before.type !== "compare") return opaque(filter, true);
  return literal(filter, subject, { type: "compare", operator, constant: before.constant });
}

function nullTest(value: Expression, isNull: boolean): Node {
  const filter: Filter = { type: "is-null", value };
  const test = { type: "null", isNull } as const;
  return literal(isNull ? filter : { type: "not", filter }, keyOf(value), test);
}

/** A feature has one id, which is compared as a text. */
function idTest(id: string, isId: boolean): Node {
  const filter: Filter = { type: "ids", ids: [id] };
  const constant = { kind: "text", value: id, meaning: `text ${id}`, isPlain: true } as const;
  const test = { type: "compare", operator: isId ? "=" : "<>", constant } as const;
  return literal(isId ? filter : { type: "not", filter }, "id", test);
}

function opaque(filter: Filter, holds: boolean): Node {
  return literal(holds ? filter : { type: "not", filter }, keyOf(filter), {
    type: "opaque",
    holds,
  });
}

function literal(filter: Filter, subject: string, test: Test): Literal {
  return { type: "literal", key: keyOf(filter), subject, test, filter };
}

function keyOf(value: Filter | Expression): string {
  return JSON.stringify(value);
}
