/** Types of expressions and comparisons by the schema, for the evaluation in memory and in SQL. */
import type { Expression, FunctionCall } from "../../model/filter.ts";
import type { IndexSchema } from "../../model/granule.ts";
import { conditionOf } from "./condition-functions.ts";
import { valueFunctionNamed, type ValueFunction } from "./functions.ts";
import { knownAttribute, meaningless, valueTypeOf } from "./schema.ts";
import { bringTo, meetingType, type ValueType } from "./values.ts";

/** Throws FilterError for unknown names. */
export function typeOf(expression: Expression, schema: IndexSchema): ValueType {
  switch (expression.type) {
    case "attribute":
      return valueTypeOf(knownAttribute(schema, expression.name));
    case "literal":
      return typeof expression.value === "string" ? "text" : literalType(expression.value);
    case "instant":
      return "instant";
    case "geometry":
      return "geometry";
    case "arithmetic":
      return "number";
    case "function":
      break;
  }
  return conditionOf(expression) === undefined ? functionOf(expression).result : "boolean";
}

function literalType(value: number | boolean): ValueType {
  return typeof value === "number" ? "number" : "boolean";
}

/** Throws FilterError for an unknown function or a wrong number of arguments. */
export function functionOf({ name, args }: FunctionCall): ValueFunction {
  const found = valueFunctionNamed(name);
  if (found === undefined) throw meaningless(`The function ${name} is a condition`);
  const { length } = found.parameters;
  if (args.length === length) return found;
  throw meaningless(`The function ${found.name} takes ${length} arguments, not ${args.length}`);
}

/** The common type. Throws FilterError for incompatible types and invalid constants. */
export function comparisonType(
  left: Expression,
  right: Expression,
  schema: IndexSchema,
): ValueType {
  const [leftType, rightType] = [typeOf(left, schema), typeOf(right, schema)];
  const type = meetingType(leftType, rightType);
  if (type === undefined) {
    if (leftType === "geometry" && rightType === "geometry")
      throw meaningless("Geometries are not compared; write EQUALS(a, b) or another relation");
    throw meaningless(`${worded(leftType)} cannot be compared with ${worded(rightType)}`);
  }
  checkBrought(left, type);
  checkBrought(right, type);
  return type;
}

/** Throws FilterError if the expression cannot be converted to the type. */
export function checkType(
  expression: Expression,
  type: ValueType,
  { schema, where }: { readonly schema: IndexSchema; readonly where: string },
): void {
  const own = typeOf(expression, schema);
  if (own === type && own !== "geometry") return;
  if (own !== "text" || type === "geometry")
    throw meaningless(`${where} takes ${worded(type)}, not ${worded(own)}`);
  checkBrought(expression, type);
}

function checkBrought(expression: Expression, type: ValueType): void {
  if (expression.type !== "literal") return;
  if (bringTo(type, expression.value) !== null) return;
  throw meaningless(`'${String(expression.value)}' is not ${worded(type)}`);
}

const WORDS: Readonly<Record<ValueType, string>> = {
  text: "a text",
  number: "a number",
  boolean: "a true or false",
  instant: "a time",
  geometry: "a geometry",
};

export function worded(type: ValueType): string {
  return WORDS[type];
}
