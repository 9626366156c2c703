/** Converts collected values to column types. */
import type { AttributeType, GranuleValue } from "../granule.ts";
import { parseTimestamp } from "./timestamp.ts";

/** A text, a number, or an instant in milliseconds since 1970 in UTC. */
export type FoundValue = string | number | { readonly at: number };

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  byte: [-(2 ** 7), 2 ** 7 - 1],
  short: [-(2 ** 15), 2 ** 15 - 1],
  integer: [-(2 ** 31), 2 ** 31 - 1],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/**
 * The number in a text, for `byte`, `short`, `integer`, `long`, `float` or `double`; undefined when
 * it is missing or out of range. Whole types truncate.
 */
export function numberIn(text: string, type: string): number | undefined {
  if (!/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const range = RANGES[type];
  if (range === undefined) return value;
  const whole = Math.trunc(value);
  return whole >= range[0] && whole <= range[1] ? whole + 0 : undefined;
}

/** A value as text for users. */
export function shownValue(value: FoundValue): string {
  if (typeof value !== "object") return String(value);
  const date = new Date(value.at);
  return Number.isNaN(date.getTime()) ? String(value.at) : date.toISOString();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Converts to a column's type; undefined when impossible. */
export function convertTo(type: AttributeType, value: FoundValue): GranuleValue | undefined {
  if (type === "geometry") return undefined;
  if (type === "string") return shownValue(value);
  if (type === "timestamp") return instantIn(value);
  if (typeof value === "object") return undefined;
  if (type === "uuid") return typeof value === "string" && UUID.test(value) ? value : undefined;
  if (type !== "boolean") return numberIn(String(value), type);
  return typeof value === "string" ? value.trim().toLowerCase() === "true" : undefined;
}

function instantIn(value: FoundValue): number | undefined {
  if (typeof value === "object") return value.at;
  return typeof value === "string" ? parseTimestamp(value)?.from : undefined;
}
