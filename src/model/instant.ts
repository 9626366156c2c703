/**
 * ISO 8601 instants with a four-digit year, and durations. Instants are milliseconds since 1970,
 * Gregorian, UTC.
 */

/** UTC calendar parts; `month` starts at 1. */
export interface InstantParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const TEXT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?)?(?:[Zz]|([+-]\d\d):?(\d\d))?$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ZONE_HOURS = 18;

/**
 * Parses `yyyy-MM-dd[(T| )HH:mm[:ss[.f]]][Z|±hh[:]mm]`. Days and times must exist. UTC without a
 * zone; digits beyond milliseconds are dropped.
 */
export function parseInstant(text: string): number | undefined {
  const match = TEXT.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", zoneHour, zoneMinute] = match;
  const local = instantOf({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
  });
  const zoneMs = zoneOffset(zoneHour, zoneMinute);
  return local === undefined || zoneMs === undefined ? undefined : local - zoneMs;
}

function zoneOffset(hour = "+00", minute = "00"): number | undefined {
  const sign = hour.startsWith("-") ? -1 : 1;
  const hours = Number(hour.slice(1));
  const minutes = Number(minute);
  if (hours > ZONE_HOURS || minutes > 59) return undefined;
  return sign * (hours * HOUR_MS + minutes * MINUTE_MS);
}

/** The instant of existing parts. */
export function instantOf(parts: InstantParts): number | undefined {
  const { year, month, day, hour, minute, second, millisecond } = parts;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return (
    startOfDay(year, month, day) +
    hour * HOUR_MS +
    minute * MINUTE_MS +
    second * 1_000 +
    millisecond
  );
}

/** The UTC parts of an instant. */
export function partsOf(instant: number): InstantParts {
  const date = new Date(instant);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

// Date.UTC maps years below 100 to 1900–1999.
function startOfDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function daysIn(year: number, month: number): number {
  return new Date(startOfDay(year, month + 1, 0)).getUTCDate();
}

/** Calendar months plus a fixed time. */
export interface Duration {
  readonly months: number;
  readonly ms: number;
}

const DURATION =
  /^P?(?=.)(?:(\d{1,5})Y)?(?:(\d{1,6})M)?(?:(\d{1,8})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,10})M)?(?:(\d{1,12})(?:\.(\d{1,3}))?S)?)?$/i;

/** Parses `P1Y2M3DT4H5M6.7S`, parts of it, and `T4H` without P. */
export function parseDuration(text: string): Duration | undefined {
  const match = DURATION.exec(text);
  if (match === null || !/^[PT]/i.test(text)) return undefined;
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const fraction = Number((match[7] ?? "").padEnd(3, "0"));
  const clockMs = hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000 + fraction;
  return { months: years * 12 + months, ms: days * DAY_MS + clockMs };
}

/**
 * Adds or subtracts months, clamped to the month's last day, then the rest. Undefined outside the
 * years 0 to 9999.
 */
export function addDuration(
  instant: number,
  { months, ms }: Duration,
  sign: 1 | -1,
): number | undefined {
  const { year, month, day } = partsOf(instant);
  const index = year * 12 + month - 1 + sign * months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  if (toYear < 0 || toYear > 9_999) return undefined;
  const moved = startOfDay(toYear, toMonth, Math.min(day, daysIn(toYear, toMonth)));
  const result = moved + (instant - startOfDay(year, month, day)) + sign * ms;
  const { year: last } = partsOf(result);
  return last >= 0 && last <= 9_999 ? result : undefined;
}
