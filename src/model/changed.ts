/** Who changed an object, and when, in words. */

/** The change that made an object what it is, as far as the server tells. */
export interface Changed {
  /** Null where the server tells the time alone. */
  readonly account: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The same in words. */
  readonly text: string;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A change with its words; `now`, in milliseconds since 1970, is in the year that goes without saying. */
export function changedBy(account: string | null, at: string, now: number): Changed {
  const time = new Date(at);
  const year = time.getUTCFullYear();
  const ofYear = year === new Date(now).getUTCFullYear() ? "" : ` ${year}`;
  const day = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}${ofYear}`;
  const clock = time.toISOString().slice(11, 16);
  const by = account === null ? "" : ` by ${account}`;
  return { account, at: time.toISOString(), text: `changed${by} on ${day}, ${clock} UTC` };
}
