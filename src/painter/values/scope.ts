/** What values of a style are computed with, and what is found out on the way. */
import type { Expression } from "../../model/filter.ts";

/** A value of a feature or of a style. */
export type Value = string | number | boolean;

/** What is known where something is drawn. */
export interface Scope {
  /** Values of the sample feature; null for one that is missing on purpose. */
  readonly attributes: ReadonlyMap<string, Value | null>;
  /** The denominator of the scale. */
  readonly scale: number;
  /** Dimension of the sample's geometry: 0 for points, 1 for lines, 2 for areas. */
  readonly dimension: 0 | 1 | 2;
}

/** The computed value of an expression; undefined where nothing is known. */
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

/** Whether a value says yes; undefined where it says neither. */
export function asBoolean(value: Value | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (text === "true") return true;
  return text === "false" ? false : undefined;
}

/** How two values compare: as numbers where both are, else as texts. Negative where the first is less. */
export function compareValues(one: Value, other: Value): number {
  const [left, right] = [asNumber(one), asNumber(other)];
  if (left !== undefined && right !== undefined) return left - right;
  const [first, second] = [asText(one), asText(other)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
