/** Conversion and comparison of filter values. */
import { parseInstant } from "../../model/instant.ts";

/** Instants are milliseconds since 1970. */
export type Value = string | number | boolean;

/** The static type of an expression. */
export type ValueType = "text" | "number" | "boolean" | "instant" | "geometry";

const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,5})?$/i;

/** Null for a text that is no number or is too large. */
export function textAsNumber(text: string): number | null {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** Case-insensitive. */
function textAsBoolean(text: string): boolean | null {
  const lower = text.toLowerCase();
  return lower === "true" || (lower === "false" ? false : null);
}

function textAsInstant(text: string): number | null {
  return parseInstant(text) ?? null;
}

/** Converts texts only; other values already have their type. */
export function bringTo(type: ValueType, value: Value | null): Value | null {
  if (typeof value !== "string") return value;
  if (type === "number") return textAsNumber(value);
  if (type === "boolean") return textAsBoolean(value);
  return type === "instant" ? textAsInstant(value) : value;
}

/** The common type of a comparison; undefined if the types are incompatible. */
export function meetingType(left: ValueType, right: ValueType): ValueType | undefined {
  if (left === right) return left === "geometry" ? undefined : left;
  if (left === "text") return right === "geometry" ? undefined : right;
  return right === "text" && left !== "geometry" ? left : undefined;
}

/** A comparator for two values of one type. */
export function compareValues(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  return Number(left) - Number(right);
}

/** Compares by code point, as UTF-8 does; by UTF-16 units, U+1F600 would sort before U+FF5E. */
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
