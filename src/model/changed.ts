/** Formats who changed an object, and when. */

/** The last change of an object, if reported. */
export interface Changed {
  /** Null if not reported. */
  readonly account: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** For display. */
  readonly text: string;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** The text omits the year of `now` (milliseconds since 1970). */
export function changedBy(account: string | null, at: string, now: number): Changed {
  const time = new Date(at);
  const year = time.getUTCFullYear();
  const ofYear = year === new Date(now).getUTCFullYear() ? "" : ` ${year}`;
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}${ofYear}`;
  const clock = time.toISOString().slice(11, 16);
  const by = account === null ? "" : ` by ${account}`;
  return { account, at: time.toISOString(), text: `changed${by} on ${day}, ${clock} UTC` };
}
