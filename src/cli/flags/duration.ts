/** Durations in flags: `300ms`, `30s`, `5m`, `24h`, `7d`. */
import { InvalidArgumentError } from "commander";

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The syntax of durations. */
export const DURATION = /^(\d{1,6})(ms|[smhd])$/;

/** Milliseconds; NaN when invalid. */
export function durationMs(text: string): number {
  const [, number, unit = ""] = DURATION.exec(text) ?? [];
  return Number(number) * (UNITS_MS[unit] ?? Number.NaN);
}

/** Milliseconds. Throws InvalidArgumentError when invalid. */
export function parseDuration(text: string): number {
  const ms = durationMs(text);
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError("It must be a number with ms, s, m, h or d, for example 30s.");
}
