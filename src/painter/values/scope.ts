/** Values of styles, and the scope they are computed in. */
import type { Expression } from "../../model/filter.ts";

/** The value of an expression. */
export type Value = string | number | boolean;

/** The sample data that expressions are evaluated with. */
export interface Scope {
  /** Values of the sample feature; null for one that is missing on purpose. */
  readonly attributes: ReadonlyMap<string, Value | null>;
  /** The scale denominator. */
  readonly scale: number;
  /** 0 for points, 1 for lines, 2 for areas. */
  readonly dimension: 0 | 1 | 2;
}

export type Evaluate = (expression: Expression, scope: Scope) => Value | undefined;

/** A value as a number; undefined where it is none. */
export function asNumber(value: Value | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** A value as text. */
export function asText(value: Value): string {
  return String(value);
}

export function asBoolean(value: Value | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (text === "true") return true;
  return text === "false" ? false : undefined;
}

/** Compares as numbers where both are numbers, else as texts. Negative where the first is less. */
export function compareValues(one: Value, other: Value): number {
  const [left, right] = [asNumber(one), asNumber(other)];
  if (left !== undefined && right !== undefined) return left - right;
  const [first, second] = [asText(one), asText(other)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
