/** Stretches of time as flags take them: `300ms`, `30s`, `5m`, `24h`, `7d`. */
import { InvalidArgumentError } from "commander";

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds. Throws InvalidArgumentError for anything else. */
export function parseDuration(text: string): number {
  const [, number, unit = ""] = /^(\d{1,6})(ms|[smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError("It must be a number with ms, s, m, h or d, for example 30s.");
}
