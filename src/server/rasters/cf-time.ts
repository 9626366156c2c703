/** Times of NetCDF files: numbers of units since a moment, in a calendar. */

export interface TimeUnits {
  /** Milliseconds since 1970 in UTC. */
  readonly toMs: (value: number) => number;
}

const MS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    microsecond: 0.001,
    millisecond: 1,
    second: 1_000,
    minute: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
  }),
);

const unitNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    us: "microsecond",
    microsec: "microsecond",
    ms: "millisecond",
    msec: "millisecond",
    millisec: "millisecond",
    s: "second",
    sec: "second",
    min: "minute",
    h: "hour",
    hr: "hour",
    d: "day",
    mon: "month",
    yr: "year",
  }),
);

const sinceForm = /^\s*([a-z]+)\s+(?:since|after|from|ref|@)\s+(\S[^]*)/i;
const momentForm =
  /^([+-]?\d{1,5})-(\d{1,2})(?:-(\d{1,2}))?(?:[T\s]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?)?\s*(?:(Z|UTC|GMT)|([+-]?)(\d{1,2})(?::?(\d{2}))?)?$/i;

export function isTimeUnit(units: string | undefined): boolean {
  return units !== undefined && sinceForm.test(units);
}

/** A fraction of a month is a part of the following one. A text says why reading is impossible. */
export function timeUnits(units: string, calendar: string | undefined): TimeUnits | string {
  const [, unitText = "", momentText = ""] = sinceForm.exec(units) ?? [];
  const kind = (calendar ?? "standard").trim().toLowerCase();
  if (!calendars.has(kind))
    return `its times are in the calendar ${kind.slice(0, 40)}, which is not read`;
  const base = momentOf(momentText.trimEnd(), !kind.startsWith("proleptic"));
  if (base === undefined) return `its times are since ${momentText.slice(0, 40)}, which is no date`;
  const unit = unitOf(unitText.toLowerCase());
  const ms = MS.get(unit);
  if (ms !== undefined) return { toMs: (value) => base + Math.round(value * ms) };
  if (unit === "month") return { toMs: (value) => addMonths(base, value) };
  if (unit === "year") return { toMs: (value) => addMonths(base, value * 12) };
  return `its times are in ${unitText.slice(0, 40)}, which is no unit of time`;
}

const calendars: ReadonlySet<string> = new Set([
  "standard",
  "gregorian",
  "proleptic_gregorian",
  "proleptic",
]);

function unitOf(name: string): string {
  const singular = name.length > 2 ? name.replace(/s$/, "") : name;
  return unitNames.get(name) ?? unitNames.get(singular) ?? singular;
}

function momentOf(text: string, isMixed: boolean): number | undefined {
  const parts = momentForm.exec(text);
  if (parts === null) return undefined;
  const number = (group: number, otherwise: number) => Number(parts[group] ?? otherwise);
  const [year, month, day] = [number(1, 0), number(2, 1), number(3, 1)];
  const [hours, minutes, seconds] = [number(4, 0), number(5, 0), number(6, 0)];
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isDate || hours > 24 || minutes > 59 || seconds >= 61) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const clock = (hours * 60 + minutes) * 60_000 + Math.round(seconds * 1_000);
  const sign = parts[8] === "-" ? -1 : 1;
  const zone = sign * (number(9, 0) * 60 + number(10, 0)) * 60_000;
  const found = date.getTime() + clock - zone;
  return isMixed ? found + julianShift(year, month, day) : found;
}

/** CF's standard calendar is Julian before 15 October 1582. How much later its dates are, in ms. */
function julianShift(year: number, month: number, day: number): number {
  if (year * 10_000 + month * 100 + day >= 15_821_015) return 0;
  const counted = month <= 2 ? year - 1 : year;
  const days = Math.floor(counted / 100) - Math.floor(counted / 400) - 2;
  return days * 86_400_000;
}

function addMonths(base: number, months: number): number {
  const whole = Math.floor(months + 1e-9);
  const part = months - whole;
  const at = monthsLater(base, whole);
  if (Math.abs(part) < 1e-9) return at;
  return Math.round(at + part * (monthsLater(base, whole + 1) - at));
}

/** The same day, or the last day of a shorter month. */
function monthsLater(base: number, months: number): number {
  const date = new Date(base);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(date.getTime());
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  date.setUTCDate(Math.min(day, last.getUTCDate()));
  return date.getTime();
}
