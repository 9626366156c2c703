/** Values of expressions and conditions for the sample feature. */
import { comparisonHolds, type Expression, type Filter } from "../../model/filter.ts";
import { likeMatcher } from "../../model/like.ts";
import { painter as limits } from "../../model/limits.ts";
import { functions } from "./functions.ts";
import { asBoolean, asNumber, asText, compareValues, type Scope, type Value } from "./scope.ts";

/** The value of an expression; undefined where an attribute or a function is unknown. */
export function evaluate(expression: Expression, scope: Scope): Value | undefined {
  switch (expression.type) {
    case "literal":
      return expression.value;
    case "attribute":
      return scope.attributes.get(expression.name) ?? undefined;
    case "function": {
      const { name, args } = expression;
      if (name.toLowerCase() === "isnull" && args[0]?.type === "attribute")
        return isMissing(args[0].name, scope);
      return functions.get(name.toLowerCase())?.(args, scope, evaluate);
    }
    case "instant":
      return new Date(expression.at).toISOString();
    case "geometry":
      return undefined;
    case "arithmetic":
      break;
  }
  return calculated(expression, scope);
}

function isMissing(name: string, { attributes }: Scope): boolean | undefined {
  const value = attributes.get(name);
  return value === undefined ? undefined : value === null;
}

const operators = {
  "+": (one: number, other: number) => one + other,
  "-": (one: number, other: number) => one - other,
  "*": (one: number, other: number) => one * other,
  "/": (one: number, other: number) => one / other,
} as const;

function calculated(
  { operator, left, right }: Extract<Expression, { readonly type: "arithmetic" }>,
  scope: Scope,
): Value | undefined {
  const [one, other] = [asNumber(evaluate(left, scope)), asNumber(evaluate(right, scope))];
  if (one === undefined || other === undefined) return undefined;
  const result = operators[operator](one, other);
  return Number.isFinite(result) ? result : undefined;
}

/** Whether the sample feature fulfils a condition; undefined where that is unknown. */
export function meets(filter: Filter, scope: Scope): boolean | undefined {
  const { type } = filter;
  if (type === "include" || type === "exclude") return type === "include";
  if (type === "and" || type === "or")
    return combined(
      type,
      filter.filters.map((one) => meets(one, scope)),
    );
  if (type === "not") {
    const met = meets(filter.filter, scope);
    return met === undefined ? undefined : !met;
  }
  if (type === "predicate") return asBoolean(evaluate(filter.call, scope));
  if (type !== "is-null") return comparisonMet(filter, scope);
  return filter.value.type === "attribute"
    ? isMissing(filter.value.name, scope)
    : knownMissing(evaluate(filter.value, scope));
}

function knownMissing(value: Value | undefined): boolean | undefined {
  return value === undefined ? undefined : false;
}

function combined(type: "and" | "or", met: readonly (boolean | undefined)[]): boolean | undefined {
  const decides = type === "or";
  if (met.includes(decides)) return decides;
  return met.includes(undefined) ? undefined : !decides;
}

function comparisonMet(filter: Filter, scope: Scope): boolean | undefined {
  const order = (one: Expression, other: Expression): number | undefined => {
    const [left, right] = [evaluate(one, scope), evaluate(other, scope)];
    return left === undefined || right === undefined ? undefined : compareValues(left, right);
  };
  if (filter.type === "compare") {
    const found = order(filter.left, filter.right);
    return found === undefined ? undefined : comparisonHolds[filter.operator](found);
  }
  if (filter.type === "between") {
    const [low, high] = [order(filter.value, filter.low), order(filter.value, filter.high)];
    return low === undefined || high === undefined ? undefined : low >= 0 && high <= 0;
  }
  if (filter.type === "in")
    return combined(
      "or",
      filter.options.map((option) => {
        const found = order(filter.value, option);
        return found === undefined ? undefined : found === 0;
      }),
    );
  if (filter.type !== "like") return undefined;
  const value = evaluate(filter.value, scope);
  return value === undefined ? undefined : isLike(asText(value), filter);
}

/** Undefined where matching takes too long. */
function isLike(
  text: string,
  filter: Extract<Filter, { readonly type: "like" }>,
): boolean | undefined {
  const { pattern } = filter;
  if (text.length * pattern.length > limits.patternSteps) return undefined;
  return likeMatcher(pattern, filter)(text);
}
