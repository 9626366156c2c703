/** Evaluates conditions on values: comparisons, lists, patterns, times and functions. */
import {
  comparisonHolds,
  type Expression,
  type Period,
  type TemporalRelation,
} from "../../model/filter.ts";
import { conditionOf } from "./condition-functions.ts";
import { broughtTo, valuesAs, valuesOf, type Scope } from "./expressions.ts";
import { likeMatcher } from "../../model/like.ts";
import { allOf, anyOf } from "./junctions.ts";
import type { Condition, Predicate } from "./row.ts";
import { meaningless } from "./schema.ts";
import { comparisonType, typeOf, worded } from "./types.ts";
import { bringTo, compareValues, type Value, type ValueType } from "./values.ts";

export type OfValues = Condition<
  "compare" | "between" | "like" | "in" | "is-null" | "temporal" | "predicate"
>;

/** Throws FilterError. */
export function valuePredicate(filter: OfValues, scope: Scope): Predicate {
  switch (filter.type) {
    case "compare":
      return comparison(filter, scope);
    case "between": {
      const { value: left, low, high } = filter;
      const above = comparison({ type: "compare", operator: ">=", left, right: low }, scope);
      const below = comparison({ type: "compare", operator: "<=", left, right: high }, scope);
      return allOf([above, below]);
    }
    case "in":
      return membership(filter, scope);
    case "like":
      return matchesPattern(filter, scope);
    case "is-null":
      return nullness(filter, scope);
    case "temporal": {
      const get = valuesAs("instant", filter.value, { ...scope, where: "A relation in time" });
      return (row) => {
        const at = get(row);
        return typeof at === "number" ? isAt(filter.relation, at, filter.time) : null;
      };
    }
    case "predicate":
      break;
  }
  return predicateCall(filter, scope);
}

function comparison(filter: Condition<"compare">, scope: Scope): Predicate {
  const type = comparisonType(filter.left, filter.right, scope.schema);
  const left = broughtTo(type, filter.left, scope);
  const right = broughtTo(type, filter.right, scope);
  const holds = comparisonHolds[filter.operator];
  return (row) => {
    const [a, b] = [left(row), right(row)];
    return a === null || b === null ? null : holds(compareValues(a, b));
  };
}

/** Groups constants into one set per comparison type; other options are compared one by one. */
function membership({ value, options }: Condition<"in">, scope: Scope): Predicate {
  const sets = new Map<ValueType, Set<Value>>();
  const predicates: Predicate[] = [];
  for (const right of options) {
    const constant = constantOf(right);
    if (constant === undefined) {
      predicates.push(comparison({ type: "compare", operator: "=", left: value, right }, scope));
    } else {
      const type = comparisonType(value, right, scope.schema);
      const brought = bringTo(type, constant);
      if (brought !== null) sets.set(type, (sets.get(type) ?? new Set()).add(brought));
    }
  }
  for (const [type, set] of sets) {
    const get = broughtTo(type, value, scope);
    predicates.push((row) => {
      const found = get(row);
      return found === null ? null : set.has(found);
    });
  }
  return anyOf(predicates);
}

function constantOf(expression: Expression): Value | undefined {
  if (expression.type === "literal") return expression.value;
  return expression.type === "instant" ? expression.at : undefined;
}

function matchesPattern(
  { value, pattern, ignoreCase }: Condition<"like">,
  scope: Scope,
): Predicate {
  const matches = likeMatcher(pattern, { ignoreCase });
  const get = valuesAs("text", value, { ...scope, where: ignoreCase ? "ILIKE" : "LIKE" });
  return (row) => {
    const text = get(row);
    return typeof text === "string" ? matches(text) : null;
  };
}

function nullness({ value }: Condition<"is-null">, scope: Scope): Predicate {
  // Every granule has a footprint, and a constant is never null.
  if (typeOf(value, scope.schema) === "geometry") return () => false;
  const get = valuesOf(value, scope);
  return (row) => get(row) === null;
}

function predicateCall({ call }: Condition<"predicate">, scope: Scope): Predicate {
  const condition = conditionOf(call);
  if (condition !== undefined) return scope.conditionOf(condition);
  const type = typeOf(call, scope.schema);
  if (type !== "boolean")
    throw meaningless(`The function ${call.name} gives ${worded(type)}; compare it with something`);
  const get = valuesOf(call, scope);
  return (row) => {
    const value = get(row);
    return typeof value === "boolean" ? value : null;
  };
}

type Relation = (at: number, period: Period) => boolean;

const before: Relation = (at, { from }) => at < from;
const after: Relation = (at, { to }) => at > to;
const during: Relation = (at, { from, to }) => from < at && at < to;

const RELATIONS: Readonly<Record<TemporalRelation, Relation>> = {
  before,
  after,
  during,
  equals: (at, { from, to }) => at === from && at === to,
  "before-or-during": (at, period) => before(at, period) || during(at, period),
  "during-or-after": (at, period) => after(at, period) || during(at, period),
};

/** The end points of a period are not during it. */
function isAt(relation: TemporalRelation, at: number, period: Period): boolean {
  return RELATIONS[relation](at, period);
}
