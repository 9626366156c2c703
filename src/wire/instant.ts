/** Instants in documents about granules: ISO 8601 in UTC. */

const LATEST_MS = 8.64e15;
const WRITTEN =
  /^((?:[+-]\d{2})?\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?$/;

/** With milliseconds, `2024-01-01T00:00:00.000Z`; undefined beyond the range of Date. */
export function instantText(ms: number): string | undefined {
  return Math.abs(ms) <= LATEST_MS ? new Date(ms).toISOString() : undefined;
}

/** Milliseconds since 1970. A date means midnight, no zone UTC; zones may omit the colon. */
export function parseInstant(text: string): number | undefined {
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  const [, day = "", time = "T00:00:00", , hours, minutes] = match;
  const zone = hours === undefined ? "Z" : `${hours}:${minutes}`;
  const ms = Date.parse(`${day}${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}
