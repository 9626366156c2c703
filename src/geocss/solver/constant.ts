/**
 * Constants in conditions. The type of the attribute is unknown: '1' is a number for a numeric
 * attribute, and else a text.
 */
import { comparisonHolds, type Comparison, type Expression } from "../../model/filter.ts";

export type Constant =
  | { readonly kind: "number" | "instant"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** Constants with equal meanings may be equal, others never are. */
  | {
      readonly kind: "text";
      readonly value: string;
      readonly meaning: string;
      readonly isPlain: boolean;
    };

export function constantOf(expression: Expression): Constant | undefined {
  if (expression.type === "instant") return { kind: "instant", value: expression.at };
  if (expression.type !== "literal") return undefined;
  const { value } = expression;
  if (typeof value === "number") return { kind: "number", value };
  return typeof value === "boolean" ? { kind: "boolean", value } : textConstant(value);
}

function textConstant(value: string): Constant {
  const trimmed = value.trim();
  const number = trimmed === "" ? Number.NaN : Number(trimmed);
  if (!Number.isNaN(number))
    return { kind: "text", value, meaning: `number ${number}`, isPlain: false };
  const lower = trimmed.toLowerCase();
  if (lower === "true" || lower === "false")
    return { kind: "text", value, meaning: `boolean ${lower}`, isPlain: false };
  // Two spellings of a time are equal for a temporal attribute.
  if (/^-?\d{4,}-\d/.test(trimmed)) return { kind: "text", value, meaning: "time", isPlain: false };
  // Texts compare by code point. UTF-16 order agrees as long as all units are below the surrogates.
  return { kind: "text", value, meaning: `text ${value}`, isPlain: !/[\uD800-\uFFFF]/.test(value) };
}

/** The relation of two true conditions on one value. */
export interface Relation {
  /** They cannot both be true. */
  readonly excludes: boolean;
  /** Where the first is true, the second is. */
  readonly implies: boolean;
}

/** Within a class other than "other", constants with different meanings are never equal. */
export function typeOf(constant: Constant): "text" | "number" | "numeric text" | "other" {
  const isNumber = meaningOf(constant).startsWith("number ");
  if (constant.kind === "text") return isNumber ? "numeric text" : "text";
  return isNumber ? "number" : "other";
}

export const unrelated: Relation = { excludes: false, implies: false };

export interface ConstantTest {
  readonly operator: Comparison;
  readonly constant: Constant;
}

/** The relation of two comparisons of one value. Only certain relations are claimed. */
export function relateTests(first: ConstantTest, second: ConstantTest): Relation {
  const [a, b] = [first.constant, second.constant];
  if (a.kind === b.kind && a.value === b.value) return byPlaces(first, second, 0);
  if (isOrdered(a) && isOrdered(b) && a.kind === b.kind)
    return byPlaces(first, second, a.value < b.value ? -1 : 1);
  return byMeaning(first, second);
}

function isOrdered(constant: Constant): boolean {
  return (
    constant.kind === "number" ||
    constant.kind === "instant" ||
    (constant.kind === "text" && constant.isPlain)
  );
}

/**
 * Tries all positions of a value relative to both constants, of which `order` compares the first
 * with the second. A position may hold no value; then less is claimed than is true.
 */
function byPlaces(
  { operator: first }: ConstantTest,
  { operator: second }: ConstantTest,
  order: -1 | 0 | 1,
): Relation {
  const [low, high] = [Math.min(0, -order), Math.max(0, -order)];
  const places = [low - 1, low, (low + high) / 2, high, high + 1];
  let [excludes, implies] = [true, true];
  for (const place of places) {
    if (!comparisonHolds[first](place)) continue;
    if (comparisonHolds[second](place + order)) excludes = false;
    else implies = false;
  }
  return { excludes, implies };
}

/** Without a common order only equality and inequality are decided. */
function byMeaning(first: ConstantTest, second: ConstantTest): Relation {
  if (first.operator !== "=") return unrelated;
  const differ =
    meaningOf(first.constant) !== meaningOf(second.constant) && areComparable(first, second);
  if (!differ) return unrelated;
  if (second.operator === "=") return { excludes: true, implies: false };
  return { excludes: false, implies: second.operator === "<>" };
}

/** Equal for constants that may be equal; see `Constant`. */
export function meaningOf(constant: Constant): string {
  return constant.kind === "text" ? constant.meaning : `${constant.kind} ${constant.value}`;
}

function areComparable({ constant: a }: ConstantTest, { constant: b }: ConstantTest): boolean {
  const types = [typeOf(a), typeOf(b)];
  return !types.includes("other") && !(types.includes("number") && types.includes("text"));
}
