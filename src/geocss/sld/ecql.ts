/** Writes values as ECQL in attributes, which hold no expressions. */
import type { Expression } from "../../model/filter.ts";
import type { Value } from "../value.ts";
import { plainText } from "./value.ts";

/** A text, or ECQL between `${` and `}`. */
export function attributeText(value: Value): string {
  return plainText(value) ?? `\${${ecqlOfValue(value)}}`;
}

function ecqlOfValue(value: Value): string {
  if (value.type === "expression") return ecqlOf(value.expression);
  if (value.type === "function") return `${value.name}(${value.args.map(ecqlOfValue).join(", ")})`;
  if (value.type === "environment") {
    const fallback = value.fallback === undefined ? "" : `, ${ecqlOfValue(value.fallback)}`;
    return `env(${quoted(value.name)}${fallback})`;
  }
  const plain = plainText(value) ?? "";
  return value.type === "number" ? plain : quoted(plain);
}

function ecqlOf(expression: Expression): string {
  switch (expression.type) {
    case "attribute":
      // An ambiguous name is quoted.
      return /^[A-Za-z_]\w*$/.test(expression.name) && !WORDS.has(expression.name.toUpperCase())
        ? expression.name
        : `"${expression.name}"`;
    case "literal":
      return typeof expression.value === "string"
        ? quoted(expression.value)
        : String(expression.value);
    case "function":
      return `${expression.name}(${expression.args.map(ecqlOf).join(", ")})`;
    case "instant":
      return new Date(expression.at).toISOString();
    // A colour or a quantity is never a geometry.
    case "geometry":
      return quoted(expression.geometry.type);
    case "arithmetic":
      break;
  }
  return `(${ecqlOf(expression.left)} ${expression.operator} ${ecqlOf(expression.right)})`;
}

/** Reserved words of ECQL. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "AND OR NOT IN LIKE ILIKE IS NULL BETWEEN TRUE FALSE EXISTS INCLUDE EXCLUDE BEFORE AFTER DURING DOES EXIST " +
    "POINT LINESTRING POLYGON MULTIPOINT MULTILINESTRING MULTIPOLYGON GEOMETRYCOLLECTION ENVELOPE BBOX EQUALS " +
    "DISJOINT INTERSECTS TOUCHES CROSSES WITHIN CONTAINS OVERLAPS RELATE DWITHIN BEYOND"
  ).split(" "),
);

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
