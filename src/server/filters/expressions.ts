/** Evaluates expressions on rows. */
import type { Expression, Filter, FunctionCall } from "../../model/filter.ts";
import { conditionOf } from "./condition-functions.ts";
import type { ValueFunction } from "./functions.ts";
import { knownAttribute, meaningless } from "./schema.ts";
import type { Index, Row, Truth } from "./row.ts";
import { checkType, functionOf } from "./types.ts";
import { bringTo, type Value, type ValueType } from "./values.ts";

/** Null when the value is missing. */
export type Get = (row: Row) => Value | null;

/** `conditionOf` evaluates conditions inside expressions. */
export interface Scope extends Index {
  readonly conditionOf: (filter: Filter) => (row: Row) => Truth;
}

/** Converts to a type. Throws FilterError where `where` does not take the expression. */
export function valuesAs(
  type: ValueType,
  expression: Expression,
  scope: Scope & { readonly where: string },
): Get {
  checkType(expression, type, scope);
  return broughtTo(type, expression, scope);
}

/** Converts to a type from `comparisonType`. */
export function broughtTo(type: ValueType, expression: Expression, scope: Scope): Get {
  if (expression.type === "literal") {
    const value = bringTo(type, expression.value);
    return () => value;
  }
  const get = valuesOf(expression, scope);
  return (row) => bringTo(type, get(row));
}

/** Values of an expression that is no geometry. Throws FilterError. */
export function valuesOf(expression: Expression, scope: Scope): Get {
  switch (expression.type) {
    case "attribute": {
      const { name } = knownAttribute(scope.schema, expression.name);
      return ({ granule }) =>
        Object.hasOwn(granule.values, name) ? (granule.values[name] ?? null) : null;
    }
    case "literal":
      return () => expression.value;
    case "instant":
      return () => expression.at;
    case "arithmetic":
      return sums(expression, scope);
    case "function": {
      const condition = conditionOf(expression);
      return condition === undefined ? calls(expression, scope) : scope.conditionOf(condition);
    }
    case "geometry":
      break;
  }
  throw meaningless("A geometry is only related, by INTERSECTS and the like");
}

type Arithmetic = Extract<Expression, { readonly type: "arithmetic" }>;

function sums(expression: Arithmetic, scope: Scope): Get {
  const calculate = OPERATORS[expression.operator];
  const where = `The operator ${expression.operator}`;
  const left = valuesAs("number", expression.left, { ...scope, where });
  const right = valuesAs("number", expression.right, { ...scope, where });
  return (row) => {
    const [a, b] = [left(row), right(row)];
    if (typeof a !== "number" || typeof b !== "number") return null;
    return finite(calculate(a, b));
  };
}

const OPERATORS: Readonly<Record<Arithmetic["operator"], (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

function finite(value: Value | null): Value | null {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

function calls(call: FunctionCall, scope: Scope): Get {
  const found = functionOf(call);
  const where = `The function ${found.name}`;
  const apply = found.withPattern?.(patternOf(found, call)) ?? found.apply;
  const gets = found.parameters.map((type, index) => {
    const arg = call.args[index];
    return arg === undefined ? () => null : valuesAs(type, arg, { ...scope, where });
  });
  return (row) => {
    const values: Value[] = [];
    for (const get of gets) {
      const value = get(row);
      if (value === null) return null;
      values.push(value);
    }
    return finite(apply(values));
  };
}

function patternOf({ name }: ValueFunction, { args: [pattern] }: FunctionCall): string {
  if (pattern?.type === "literal" && typeof pattern.value === "string") return pattern.value;
  throw meaningless(`The function ${name} takes a pattern in single quotes first`);
}
