/** Values of filters: how texts are brought to other types, and how two values compare. */
import { parseInstant } from "../../model/instant.ts";

/** A value that a row or a constant has; instants are milliseconds since 1970. */
export type Value = string | number | boolean;

/** What sort of value an expression has, known before any row is read. */
export type ValueType = "text" | "number" | "boolean" | "instant" | "geometry";

const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,5})?$/i;

/** The number that a text says; null when it says none, or one that is too large. */
export function textAsNumber(text: string): number | null {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** `true` or `false` in any case; null for anything else. */
function textAsBoolean(text: string): boolean | null {
  const lower = text.toLowerCase();
  return lower === "true" || (lower === "false" ? false : null);
}

/** The instant that a text says; null when it says none. */
function textAsInstant(text: string): number | null {
  return parseInstant(text) ?? null;
}

/** A value as one of another type: only texts change, others are of their type already. */
export function bringTo(type: ValueType, value: Value | null): Value | null {
  if (typeof value !== "string") return value;
  if (type === "number") return textAsNumber(value);
  if (type === "boolean") return textAsBoolean(value);
  return type === "instant" ? textAsInstant(value) : value;
}

/** The type in which values of two types meet; undefined when they cannot. */
export function meetingType(left: ValueType, right: ValueType): ValueType | undefined {
  if (left === right) return left === "geometry" ? undefined : left;
  if (left === "text") return right === "geometry" ? undefined : right;
  return right === "text" && left !== "geometry" ? left : undefined;
}

/** Below zero, zero or above zero, for two values of one type. */
export function compareValues(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  return Number(left) - Number(right);
}

/** The order of code points, which UTF-8 has too; that of UTF-16 units puts U+1F600 before U+FF5E. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    if (left[index] === right[index]) continue;
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    const [isHighA, isHighB] = [isSurrogate(a), isSurrogate(b)];
    return isHighA === isHighB ? a - b : Number(isHighA) - Number(isHighB);
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
