/** Conditions and values in words, similar to ECQL. */
import type { Expression, Filter } from "../../model/filter.ts";
import { painter as limits } from "../../model/limits.ts";
import { contentId } from "../draw/content-id.ts";
import type { Condition } from "../styling.ts";
import type { Variant } from "./variants.ts";

/** "" where there is no condition. A long one is cut, and an id stands for the rest. */
export function conditionWords(condition: Condition): string {
  if (condition === "else") return "all that no other rule draws";
  if (condition === undefined || condition.type === "include") return "";
  const words = filterWords(condition);
  if (words.length <= limits.conditionCharacters) return words;
  return `${words.slice(0, limits.conditionCharacters)}… ${contentId(words)}`;
}

function filterWords(filter: Filter): string {
  const { type } = filter;
  if (type === "and" || type === "or") return filter.filters.map(inner).join(` ${type} `);
  if (type === "not") return `not ${inner(filter.filter)}`;
  if (type === "predicate") return expressionWords(filter.call);
  if (type === "ids") return `id in (${filter.ids.join(", ")})`;
  if (type === "include" || type === "exclude") return type === "include" ? "all" : "none";
  return comparisonWords(filter) ?? type;
}

function comparisonWords(filter: Filter): string | undefined {
  if (filter.type === "compare")
    return `${expressionWords(filter.left)} ${filter.operator} ${expressionWords(filter.right)}`;
  if (filter.type === "between") {
    const [low, high] = [expressionWords(filter.low), expressionWords(filter.high)];
    return `${expressionWords(filter.value)} between ${low} and ${high}`;
  }
  if (filter.type === "like") {
    const word = filter.ignoreCase ? "like, in any case," : "like";
    return `${expressionWords(filter.value)} ${word} ${quoted(filter.pattern)}`;
  }
  if (filter.type === "in")
    return `${expressionWords(filter.value)} in (${filter.options.map(expressionWords).join(", ")})`;
  return filter.type === "is-null" ? `${expressionWords(filter.value)} is missing` : undefined;
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
    case "instant":
      return new Date(expression.at).toISOString();
    case "geometry":
      return expression.geometry.type;
    case "arithmetic":
      break;
  }
  const [left, right] = [expressionWords(expression.left), expressionWords(expression.right)];
  return `(${left} ${expression.operator} ${right})`;
}

/** A value in words, with texts unquoted. */
export function plainWords(expression: Expression): string {
  return expression.type === "literal" ? String(expression.value) : expressionWords(expression);
}

/** A table value in words. */
export function variantWords({ attribute, value }: Variant): string {
  return `${attribute} = ${value}`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
