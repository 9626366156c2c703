/** Functions that stand for a condition: `greaterThan(a, 5)` is `a > 5`. */
import type { Comparison, Expression, Filter, FunctionCall } from "../../model/filter.ts";
import { valueFunctionNamed, valueFunctionNames } from "./functions.ts";
import { meaningless } from "./schema.ts";

interface ConditionFunction {
  readonly name: string;
  readonly count: number;
  readonly filterOf: (args: readonly Expression[]) => Filter | undefined;
}

function comparison(name: string, operator: Comparison): ConditionFunction {
  return {
    name,
    count: 2,
    filterOf: ([left, right]) => left && right && { type: "compare", operator, left, right },
  };
}

const FUNCTIONS: readonly ConditionFunction[] = [
  comparison("equalTo", "="),
  comparison("notEqualTo", "<>"),
  comparison("lessThan", "<"),
  comparison("lessEqualThan", "<="),
  comparison("greaterThan", ">"),
  comparison("greaterEqualThan", ">="),
  {
    name: "isNull",
    count: 1,
    filterOf: ([value]) => value && { type: "is-null", value },
  },
];

const BY_NAME: ReadonlyMap<string, ConditionFunction> = new Map(
  FUNCTIONS.map((one) => [one.name.toLowerCase(), one]),
);

/** Undefined for value functions. Throws FilterError for unknown names and wrong counts. */
export function conditionOf({ name, args }: FunctionCall): Filter | undefined {
  const found = BY_NAME.get(name.toLowerCase());
  if (found === undefined) {
    if (valueFunctionNamed(name) === undefined) throw meaningless(unknown(name));
    return undefined;
  }
  const filter = args.length === found.count ? found.filterOf(args) : undefined;
  if (filter !== undefined) return filter;
  throw meaningless(
    `The function ${found.name} takes ${found.count} arguments, not ${args.length}`,
  );
}

function unknown(name: string): string {
  if (/^(?:strMatches|strReplace|isLike)$/i.test(name)) {
    return `The function ${name} takes a regular expression, which may take any time; write LIKE or ILIKE`;
  }
  const known = [...valueFunctionNames, ...FUNCTIONS.map((one) => one.name)].join(", ");
  return `There is no function ${name}; known are ${known}`;
}
