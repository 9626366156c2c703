/** Styles as a few lines of text, for tests that say what a sheet comes to. */
import type { Expression, Filter } from "../../../src/model/filter.ts";
import { readSheet } from "../../../src/geocss/read-sheet.ts";
import type { PseudoBlock, StyleRule } from "../../../src/geocss/styling.ts";
import type { Property, Value } from "../../../src/geocss/value.ts";

/** A line per rule, `condition | from..to | properties`, and one before each level; or the problems, `line:column message`. */
export function rulesOf(sheet: string): readonly string[] {
  const { styling, problems } = readSheet(sheet);
  if (styling === undefined)
    return problems.map(({ message, place }) => `${place.line}:${place.column} ${message}`);
  return styling.levels.flatMap(({ typeName = "any", firstOnly, rules }) => [
    `-- ${typeName}${firstOnly ? ", first" : ""}`,
    ...rules.map(lineOf),
  ]);
}

function lineOf({ filter, scale, properties, pseudo }: StyleRule): string {
  const range =
    scale.min === 0 && scale.max === Infinity
      ? ""
      : `${scale.min === 0 ? "" : scale.min}..${scale.max === Infinity ? "" : scale.max}`;
  const parts = [filterText(filter), range, propertiesText(properties), ...pseudo.map(blockText)];
  return parts.filter((part) => part !== "").join(" | ");
}

function blockText({ pseudoClass, nth, properties }: PseudoBlock): string {
  return `:${pseudoClass}${nth ?? ""} ${propertiesText(properties)}`;
}

function propertiesText(properties: ReadonlyMap<string, Property>): string {
  return [...properties.values()]
    .map(({ name, values }) => `${name}: ${values.map(valueText).join(", ")}`)
    .toSorted()
    .join("; ");
}

/** A value, nearly as sheets write it. */
export function valueText(value: Value): string {
  switch (value.type) {
    case "none":
      return "none";
    case "identifier":
      return value.name;
    case "text":
      return `'${value.text}'`;
    case "number":
      return `${value.value}${value.unit ?? ""}`;
    case "colour":
      return value.hex;
    case "url":
      return `url(${value.url})`;
    case "symbol":
      return `symbol(${value.name})`;
    case "function":
      return `${value.name}(${value.args.map(valueText).join(", ")})`;
    case "transform":
      return `${value.name}(${value.parameters
        .map(({ name, values }) => `${name}: ${values.map(valueText).join(" ")}`)
        .join(", ")})`;
    case "expression":
      return `[${expressionText(value.expression)}]`;
    case "environment":
      return `@${value.name}${value.fallback === undefined ? "" : `(${valueText(value.fallback)})`}`;
    case "composite":
      return value.parts.map(valueText).join(" ");
    case "concatenation":
      break;
  }
  return value.parts.map(valueText).join("+");
}

/** A filter, nearly as ECQL; parts of junctions in the order of their text. */
function filterText(filter: Filter): string {
  switch (filter.type) {
    case "include":
      return "*";
    case "and":
    case "or":
      return `(${filter.filters.map(filterText).toSorted().join(` ${filter.type} `)})`;
    case "not":
      return `not ${filterText(filter.filter)}`;
    case "compare":
      return `${expressionText(filter.left)} ${filter.operator} ${expressionText(filter.right)}`;
    case "like":
      return `${expressionText(filter.value)} like ${filter.pattern}`;
    case "is-null":
      return `${expressionText(filter.value)} is null`;
    case "ids":
      return `#${filter.ids.join(",#")}`;
    case "between":
    case "distance":
    case "exclude":
    case "exists":
    case "in":
    case "predicate":
    case "relate":
    case "spatial":
    case "temporal":
      break;
  }
  return JSON.stringify(filter);
}

function expressionText(expression: Expression): string {
  switch (expression.type) {
    case "attribute":
      return expression.name;
    case "literal":
      return JSON.stringify(expression.value);
    case "function":
      return `${expression.name}(${expression.args.map(expressionText).join(", ")})`;
    case "arithmetic":
      return `${expressionText(expression.left)}${expression.operator}${expressionText(expression.right)}`;
    case "geometry":
    case "instant":
      break;
  }
  return JSON.stringify(expression);
}
