/** Conditions as OGC filters 1.0. */
import type { Filter } from "../../model/filter.ts";
import type { XmlElementNode } from "../../wire/xml.ts";
import { expressionNode, functionNode, literalNode } from "./expression.ts";
import { boxNode } from "./geometry.ts";
import { ogc, withAttributes } from "./nodes.ts";

type Of<Type extends Filter["type"]> = Type extends "and" | "or"
  ? Extract<Filter, { readonly type: "and" | "or" }>
  : Extract<Filter, { readonly type: Type }>;

const comparisons = {
  "=": "PropertyIsEqualTo",
  "<>": "PropertyIsNotEqualTo",
  "<": "PropertyIsLessThan",
  "<=": "PropertyIsLessThanOrEqualTo",
  ">": "PropertyIsGreaterThan",
  ">=": "PropertyIsGreaterThanOrEqualTo",
} as const;

const relations = {
  equals: "Equals",
  disjoint: "Disjoint",
  intersects: "Intersects",
  touches: "Touches",
  crosses: "Crosses",
  within: "Within",
  contains: "Contains",
  overlaps: "Overlaps",
  bbox: "BBOX",
} as const;

/** Undefined for a filter that always holds. */
export function filterNode(filter: Filter): XmlElementNode | undefined {
  if (filter.type === "include") return undefined;
  if (filter.type === "ids") return ogc("Filter", ...idNodes(filter.ids));
  return ogc("Filter", conditionNode(filter));
}

type Writers = { readonly [Type in Filter["type"]]: (filter: Of<Type>) => XmlElementNode };

function conditionNode(filter: Filter): XmlElementNode {
  const write = writers[filter.type] as (filter: Filter) => XmlElementNode;
  return write(filter);
}

const writers: Writers = {
  // Filters 1.0 have no element for what always or never holds.
  include: () => constant("1"),
  exclude: () => constant("0"),
  and: ({ filters }) => junctionNode("and", filters.map(conditionNode)),
  or: ({ filters }) => junctionNode("or", filters.map(conditionNode)),
  not: ({ filter }) => ogc("Not", conditionNode(filter)),
  compare: ({ operator, left, right }) =>
    ogc(comparisons[operator], expressionNode(left), expressionNode(right)),
  between: ({ value, low, high }) =>
    ogc(
      "PropertyIsBetween",
      expressionNode(value),
      ogc("LowerBoundary", expressionNode(low)),
      ogc("UpperBoundary", expressionNode(high)),
    ),
  like: likeNode,
  in: ({ value, options }) =>
    junctionNode(
      "or",
      options.map((one) => ogc(comparisons["="], expressionNode(value), expressionNode(one))),
    ),
  "is-null": ({ value }) => ogc("PropertyIsNull", expressionNode(value)),
  exists: ({ attribute }) => isTrue(functionNode("PropertyExists", [literalNode(attribute)])),
  ids: ({ ids }) => junctionNode("or", idNodes(ids)),
  temporal: temporalNode,
  spatial: spatialNode,
  relate: ({ left, right, pattern }) => {
    const args = [expressionNode(left), expressionNode(right), literalNode(pattern)];
    return isTrue(functionNode("relatePattern", args));
  },
  distance: distanceNode,
  predicate: ({ call }) => isTrue(expressionNode(call)),
};

/** Case-sensitive matching is the default; `matchCase` is an extension. */
function likeNode({ value, pattern, ignoreCase }: Of<"like">): XmlElementNode {
  const node = ogc("PropertyIsLike", expressionNode(value), literalNode(pattern));
  const wildcards = { wildCard: "%", singleChar: "_", escape: "\\" };
  return withAttributes(node, ignoreCase ? { ...wildcards, matchCase: "false" } : wildcards);
}

function junctionNode(type: "and" | "or", nodes: readonly XmlElementNode[]): XmlElementNode {
  const [first, ...others] = nodes;
  if (first === undefined) return constant(type === "and" ? "1" : "0");
  return others.length === 0 ? first : ogc(type === "and" ? "And" : "Or", ...nodes);
}

function idNodes(ids: readonly string[]): readonly XmlElementNode[] {
  return ids.map((id) => withAttributes(ogc("FeatureId"), { fid: id }));
}

/** Filters 1.0 have no temporal operators, so times are compared as values. */
function temporalNode({ relation, value, time }: Of<"temporal">): XmlElementNode {
  const compare = (operator: keyof typeof comparisons, at: number): XmlElementNode =>
    ogc(comparisons[operator], expressionNode(value), expressionNode({ type: "instant", at }));
  const during = () => junctionNode("and", [compare(">", time.from), compare("<", time.to)]);
  const relations: Readonly<Record<typeof relation, () => XmlElementNode>> = {
    before: () => compare("<", time.from),
    after: () => compare(">", time.to),
    equals: () => compare("=", time.from),
    during,
    "before-or-during": () => junctionNode("or", [compare("<", time.from), during()]),
    "during-or-after": () => junctionNode("or", [during(), compare(">", time.to)]),
  };
  return relations[relation]();
}

function spatialNode({ relation, left, right }: Of<"spatial">): XmlElementNode {
  const isBox = relation === "bbox" && right.type === "geometry";
  const other = isBox ? boxNode(right.geometry, right.srid) : expressionNode(right);
  return ogc(relations[relation], expressionNode(left), other);
}

function distanceNode(filter: Of<"distance">): XmlElementNode {
  const { relation, left, right, distance, unit } = filter;
  return ogc(
    relation === "within" ? "DWithin" : "Beyond",
    expressionNode(left),
    expressionNode(right),
    withAttributes(ogc("Distance", String(distance)), { units: unit }),
  );
}

function isTrue(node: XmlElementNode): XmlElementNode {
  return ogc(comparisons["="], node, literalNode("true"));
}

function constant(value: "0" | "1"): XmlElementNode {
  return ogc(comparisons["="], literalNode("1"), literalNode(value));
}
