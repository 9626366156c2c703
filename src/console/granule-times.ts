/** Granules by their times. */
import type { Granule } from "./granule-index.ts";

/** The granules of one time. */
export interface Moment {
  /** As people read it. */
  readonly label: string;
  readonly granules: readonly Granule[];
}

/** The times of granules from the first to the last; those without a time come in front, and are one. */
export function momentsOf(granules: readonly Granule[], time: string): readonly Moment[] {
  const byTime = Map.groupBy(granules, ({ properties }) => instantOf(properties[time]));
  return [...byTime]
    .toSorted(([a], [b]) => a - b)
    .map(([at, granules]) => ({
      granules,
      // There may be many, of which few are looked at.
      get label() {
        return labelOf(at);
      },
    }));
}

function instantOf(value: unknown): number {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? -Infinity : at;
}

function labelOf(at: number): string {
  if (at === -Infinity) return "without a time";
  const text = new Date(at).toISOString();
  return text
    .replace("T", " ")
    .replace(/(?::00)?\.000Z$/, " UTC")
    .replace(" 00:00 UTC", "");
}
