/** Groups granules by time. */
import type { Granule } from "./granule-index.ts";

export interface Moment {
  readonly label: string;
  readonly granules: readonly Granule[];
}

/** In ascending order; granules without a time come first, as one group. */
export function momentsOf(granules: readonly Granule[], time: string): readonly Moment[] {
  const byTime = Map.groupBy(granules, ({ properties }) => instantOf(properties[time]));
  return [...byTime]
    .toSorted(([a], [b]) => a - b)
    .map(([at, granules]) => ({
      granules,
      // Computed on demand, because few of many are shown.
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
