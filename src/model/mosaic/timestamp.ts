/**
 * Parses times in file names, in ISO 8601 or shorter: `2024`, `202401`, `20240131T06`,
 * `2024-01-31T06:30:00.000Z`. A time of reduced precision is a span. Always UTC.
 */

/** First and last millisecond of a text's time, since 1970 in UTC. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2})(?:T?(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]?(\d{1,3})\d*)?)?)?)?)?)?Z?$/i;

/** The smallest given part of a time. */
export type Precision = "year" | "month" | "day" | "hour" | "minute" | "second" | "millisecond";

/** From the largest to the smallest. */
export const PRECISIONS: readonly Precision[] = [
  "year",
  "month",
  "day",
  "hour",
  "minute",
  "second",
  "millisecond",
];

/** The span of a text; undefined for invalid or nonexistent times. */
export function parseTimestamp(text: string): Span | undefined {
  const match = ISO.exec(text.trim());
  if (match === null) return undefined;
  const given = match.slice(1).filter((part): part is string => part !== undefined);
  const precision = PRECISIONS[given.length - 1] ?? "millisecond";
  const parts = given.slice(0, 6).map(Number);
  const millisecond = Number((given[6] ?? "").padEnd(3, "0"));
  const fields = FIRST.map((first, index) => parts[index] ?? first);
  const from = utc([fields[0] ?? 0, (fields[1] ?? 1) - 1, ...fields.slice(2), millisecond]);
  // A nonexistent date results in another time.
  const real = new Date(from).toISOString().match(/\d+/g)?.map(Number) ?? [];
  if (fields.some((field, index) => field !== real[index])) return undefined;
  return { from, to: endOf(from, precision) };
}

/** Defaults of year, month, day, hour, minute, second. */
const FIRST = [0, 1, 1, 0, 0, 0];

/** Milliseconds since 1970 of year, month (from 0), day, hour, minute, second, millisecond. */
export function utc(parts: readonly number[]): number {
  const [year = 1970, month = 0, day = 1, ...clock] = parts;
  const [hour = 0, minute = 0, second = 0, millisecond = 0] = clock;
  // Date.UTC maps years below 100 to 1900–1999.
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

/** The last millisecond of the year, month, day, … that starts at `from`. */
export function endOf(from: number, precision: Precision): number {
  const date = new Date(from);
  const parts = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ];
  const index = PRECISIONS.indexOf(precision);
  return utc(parts.map((part, position) => (position === index ? part + 1 : part))) - 1;
}
