/** Builds the constants of filters: numbers, times and periods. */
import type { Period } from "../../model/filter.ts";
import { addDuration, parseDuration, parseInstant, type Duration } from "../../model/instant.ts";
import type { Refuse } from "./part.ts";

const ZEROS: Readonly<Record<string, number>> = { k: 3, M: 6, G: 9 };

/** Applies the multiple k, M or G without rounding errors. */
export function multipliedNumber(digits: string, multiple: string | undefined): number {
  if (multiple === undefined) return Number(digits);
  const zeros = ZEROS[multiple] ?? 0;
  return /e/i.test(digits) ? Number(digits) * 10 ** zeros : Number(`${digits}e${zeros}`);
}

export function constantBuilder(refuse: Refuse) {
  function period(from: number, to: number, offset: number): Period {
    if (from > to) return refuse("meaning", "The period ends before it begins", offset);
    return { from, to };
  }

  function moved(at: number, length: { duration: Duration; sign: 1 | -1 }, offset: number): number {
    const found = addDuration(at, length.duration, length.sign);
    return found ?? refuse("meaning", "The period leaves the years 0 to 9999", offset);
  }

  return {
    period,

    periodFrom: (from: number, duration: Duration, offset: number): Period =>
      period(from, moved(from, { duration, sign: 1 }, offset), offset),

    periodTo: (duration: Duration, to: number, offset: number): Period =>
      period(moved(to, { duration, sign: -1 }, offset), to, offset),

    number(text: string, offset: number, multiple?: string): number {
      const number = multipliedNumber(text, multiple);
      if (Number.isFinite(number)) return number;
      return refuse("bound", "The number is larger than numbers can be", offset);
    },

    instant(text: string, offset: number): number {
      const instant = parseInstant(text);
      return instant ?? refuse("syntax", `There is no time ${text}`, offset);
    },

    duration(text: string, offset: number): Duration {
      const duration = parseDuration(text);
      const refusal = `${text} is not a duration; one is written P1Y2M3DT4H5M6S`;
      return duration ?? refuse("syntax", refusal, offset);
    },
  };
}
