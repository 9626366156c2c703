/**
 * Constants in conditions, and what may be said of comparisons with them although nobody knows the
 * type of the attribute: '1' is the number 1 where the attribute is one, and a text where it is not.
 */
import { comparisonHolds, type Comparison, type Expression } from "../../model/filter.ts";

/** A constant of a comparison. */
export type Constant =
  | { readonly kind: "number" | "instant"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** `meaning` is what it may also be compared as; equal meanings may be equal, others never are. */
  | {
      readonly kind: "text";
      readonly value: string;
      readonly meaning: string;
      readonly isPlain: boolean;
    };

/** The constant that an expression is; undefined for others. */
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
  // Two spellings of one time are equal where the attribute is a time.
  if (/^-?\d{4,}-\d/.test(trimmed)) return { kind: "text", value, meaning: "time", isPlain: false };
  // Texts compare by code point; by UTF-16 units only as long as all are below the surrogates.
  return { kind: "text", value, meaning: `text ${value}`, isPlain: !/[\uD800-\uFFFF]/.test(value) };
}

/** What holds between two conditions on one value that are both true. */
export interface Relation {
  /** They cannot both be true. */
  readonly excludes: boolean;
  /** Where the first is true, the second is. */
  readonly implies: boolean;
}

/** Whether constants with different meanings are never equal, whatever the type of the value: texts, or numbers in either spelling. */
export function typeOf(constant: Constant): "text" | "number" | "numeric text" | "other" {
  const isNumber = meaningOf(constant).startsWith("number ");
  if (constant.kind === "text") return isNumber ? "numeric text" : "text";
  return isNumber ? "number" : "other";
}

/** Nothing is known. */
export const unrelated: Relation = { excludes: false, implies: false };

/** A comparison of some value with a constant. */
export interface ConstantTest {
  readonly operator: Comparison;
  readonly constant: Constant;
}

/** The relation of two comparisons of one value with constants. What is not known is not claimed. */
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

const OPERATORS = Object.keys(comparisonHolds) as readonly Comparison[];

/** Relations by both operators, for a first constant that is less than the second, equal, or greater. */
const RELATIONS = ([-1, 0, 1] as const).map(
  (order) => new Map(OPERATORS.map((first) => [first, relationsOf(first, order)])),
);

function relationsOf(first: Comparison, order: number): ReadonlyMap<Comparison, Relation> {
  return new Map(OPERATORS.map((second) => [second, tryPlaces(first, second, order)]));
}

/**
 * Tries all places that a value may have to both constants. Some places may hold no value at all:
 * then less is claimed than could be.
 */
function tryPlaces(first: Comparison, second: Comparison, order: number): Relation {
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

/** `order` is that of the first constant to the second. */
function byPlaces(first: ConstantTest, second: ConstantTest, order: -1 | 0 | 1): Relation {
  return RELATIONS[order + 1]?.get(first.operator)?.get(second.operator) ?? unrelated;
}

/** Of constants without a common order only what is the same and what is not is known. */
function byMeaning(first: ConstantTest, second: ConstantTest): Relation {
  if (first.operator !== "=") return unrelated;
  const differ =
    meaningOf(first.constant) !== meaningOf(second.constant) && areComparable(first, second);
  if (!differ) return unrelated;
  if (second.operator === "=") return { excludes: true, implies: false };
  return { excludes: false, implies: second.operator === "<>" };
}

/** The same for constants that may be equal; see `Constant`. */
export function meaningOf(constant: Constant): string {
  return constant.kind === "text" ? constant.meaning : `${constant.kind} ${constant.value}`;
}

function areComparable({ constant: a }: ConstantTest, { constant: b }: ConstantTest): boolean {
  const types = [typeOf(a), typeOf(b)];
  return !types.includes("other") && !(types.includes("number") && types.includes("text"));
}
