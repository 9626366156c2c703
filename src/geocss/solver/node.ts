/** Conditions in the form that is reasoned about: nothing is negated but what cannot be taken apart. */
import type { Comparison, Expression, Filter } from "../../model/filter.ts";
import { constantOf, type Constant } from "./constant.ts";

/** What a literal says of its subject. */
export type Test =
  | { readonly type: "compare"; readonly operator: Comparison; readonly constant: Constant }
  | { readonly type: "null"; readonly isNull: boolean }
  /** A filter that is not looked into. */
  | { readonly type: "opaque"; readonly holds: boolean };

/** A condition that cannot be taken apart. Literals of one key say the same. */
export interface Literal {
  readonly type: "literal";
  readonly key: string;
  /** The key of what it is about: literals of different subjects say nothing of each other. */
  readonly subject: string;
  readonly test: Test;
  /** The filter that says it. */
  readonly filter: Filter;
}

/** A condition. `key` is the same for the same condition, whatever the order of its parts; it is made when it is asked for. */
export type Node =
  | Literal
  | { readonly type: "and" | "or"; readonly key: string; readonly nodes: readonly Node[] };

/** Holds always. */
export const always: Node = { type: "and", key: "true", nodes: [] };
/** Holds never. */
export const never: Node = { type: "or", key: "false", nodes: [] };

/** Whether a condition is `always`. */
export function isAlways(node: Node): boolean {
  return node.type === "and" && node.nodes.length === 0;
}

/** Whether a condition is `never`. */
export function isNever(node: Node): boolean {
  return node.type === "or" && node.nodes.length === 0;
}

/** `and` or `or` of conditions; parts of the same sort are taken in, one part alone is itself. */
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

/** Of each comparison and its opposite, one. */
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

/** The condition that a filter is. */
export function nodeOf(filter: Filter): Node {
  return (makers[filter.type] as (filter: Filter) => Node)(filter);
}

/** What holds where a condition is false; where it is unknown, so is this. */
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

/** How many literals a condition has. */
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
    // Two values are compared: all that is known is that a comparison excludes its opposite.
    const positive = POSITIVE[operator];
    const subject = keyOf({ ...filter, operator: positive });
    return literal(filter, subject, { type: "opaque", holds: positive === operator });
  }
  return literal(filter, keyOf(left), { type: "compare", operator, constant });
}

/** The literal of a comparison whose operator was turned around. */
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

/** A feature has one id: ids are compared with it as texts. */
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
