/** Conditions and values in words, close to how ECQL writes them. */
import type { Expression, Filter } from "../../model/filter.ts";
import type { Condition } from "../styling.ts";
import type { Variant } from "./variants.ts";

/** A condition in words; "" where nothing is asked. */
export function conditionWords(condition: Condition): string {
  if (condition === "else") return "all that no other rule draws";
  return condition === undefined || condition.type === "include" ? "" : filterWords(condition);
}

function filterWords(filter: Filter): string {
  switch (filter.type) {
    case "include":
      return "all";
    case "exclude":
      return "none";
    case "and":
    case "or":
      return filter.filters.map((one) => inner(one)).join(filter.type === "and" ? " and " : " or ");
    case "not":
      return `not ${inner(filter.filter)}`;
    case "compare":
      return `${expressionWords(filter.left)} ${filter.operator} ${expressionWords(filter.right)}`;
    case "between": {
      const [low, high] = [expressionWords(filter.low), expressionWords(filter.high)];
      return `${expressionWords(filter.value)} between ${low} and ${high}`;
    }
    case "like": {
      const word = filter.ignoreCase ? "like, in any case," : "like";
      return `${expressionWords(filter.value)} ${word} ${quoted(filter.pattern)}`;
    }
    case "in":
      return `${expressionWords(filter.value)} in (${filter.options.map(expressionWords).join(", ")})`;
    case "is-null":
      return `${expressionWords(filter.value)} is missing`;
    case "predicate":
      return expressionWords(filter.call);
    case "ids":
      return `id in (${filter.ids.join(", ")})`;
    default:
      return filter.type;
  }
}

function inner(filter: Filter): string {
  const isSeveral = (filter.type === "and" || filter.type === "or") && filter.filters.length > 1;
  return isSeveral ? `(${filterWords(filter)})` : filterWords(filter);
}

/** A value in words. */
export function expressionWords(expression: Expression): string {
  switch (expression.type) {
    case "attribute":
      return expression.name;
    case "literal": {
      const { value } = expression;
      return typeof value !== "string" || /^-?\d+(?:\.\d+)?$/.test(value)
        ? String(value)
        : quoted(value);
    }
    case "function":
      return `${expression.name}(${expression.args.map(expressionWords).join(", ")})`;
    case "arithmetic": {
      const [left, right] = [expressionWords(expression.left), expressionWords(expression.right)];
      return `(${left} ${expression.operator} ${right})`;
    }
    case "instant":
      return new Date(expression.at).toISOString();
    case "geometry":
      return expression.geometry.type;
  }
}

/** A value that a table is looked up by, in words. */
export function variantWords({ attribute, value }: Variant): string {
  return `${attribute} = ${value}`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
