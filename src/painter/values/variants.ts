/** The values that a rule looks up in a table: each may draw differently. */
import type { Expression } from "../../model/filter.ts";
import { painter as limits } from "../../model/limits.ts";
import type { Rule } from "../styling.ts";
import { modeOf } from "./lookups.ts";
import { asNumber, type Value } from "./scope.ts";

/** An attribute with one of the values of its table. */
export interface Variant {
  readonly attribute: string;
  readonly value: Value;
}

/** The values of the first table of a rule; empty where it has none. */
export function variantsOf({ symbolizers }: Rule): readonly Variant[] {
  const lookup = symbolizers.map(lookupIn).find((found) => found !== undefined);
  const [subject, ...table] = lookup?.args ?? [];
  if (lookup === undefined || subject?.type !== "attribute") return [];
  const [isSteps, isRecode] = [/^categorize$/i.test(lookup.name), /^recode$/i.test(lookup.name)];
  // Categorize holds value, threshold, value …; others hold key, value …
  const keys = table.filter((_one, at) => at % 2 === (isSteps ? 1 : 0));
  // Modes are at the end; a key of Recode may be any word.
  const isKey = (key: Expression): boolean => isRecode || modeOf(key) === undefined;
  const known = keys.flatMap((key) => (isKey(key) ? (constant(key) ?? []) : []));
  const values = isSteps ? [...belowFirst(known), ...known] : known;
  return values.slice(0, limits.variants).map((value) => ({ attribute: subject.name, value }));
}

function belowFirst([first]: readonly Value[]): readonly Value[] {
  const number = asNumber(first);
  return number === undefined ? [] : [number - 1];
}

function constant(expression: Expression): Value | undefined {
  return expression.type === "literal" ? expression.value : undefined;
}

type Lookup = Extract<Expression, { readonly type: "function" }>;

function lookupIn(value: unknown): Lookup | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isLookup(value)) return value;
  const held =
    value instanceof Map ? [...(value.values() as Iterable<unknown>)] : Object.values(value);
  return held.map(lookupIn).find((found) => found !== undefined);
}

function isLookup(value: object): value is Lookup {
  const { type, name, args } = value as {
    type?: unknown;
    name?: unknown;
    args?: readonly unknown[];
  };
  const [subject] = args ?? [];
  return (
    type === "function" &&
    typeof name === "string" &&
    /^(?:recode|categorize|interpolate)$/i.test(name) &&
    (subject as { type?: unknown } | undefined)?.type === "attribute"
  );
}
