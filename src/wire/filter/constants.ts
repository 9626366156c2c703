/** Constants of filters: numbers, times and periods. */
import type { Period } from "../../model/filter.ts";
import { addDuration, parseDuration, parseInstant, type Duration } from "../../model/instant.ts";
import type { Refuse } from "./part.ts";

/** The part of the builder that makes constants out of texts. */
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

    number(text: string, offset: number): number {
      const number = Number(text);
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
