/** Ranges of scale denominators, `max` exclusive. */
import type { BasicSelector } from "../sheet-grammar.js";
import type { TileMatrixSet } from "../sheet/written.ts";
import type { ScaleRange } from "../styling.ts";

export const allScales: ScaleRange = { min: 0, max: Number.POSITIVE_INFINITY };

export function intersection(a: ScaleRange, b: ScaleRange): ScaleRange {
  return { min: Math.max(a.min, b.min), max: Math.min(a.max, b.max) };
}

export function isEmpty({ min, max }: ScaleRange): boolean {
  return !(min < max);
}

export function covers(outer: ScaleRange, inner: ScaleRange): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}

/** `[@sd < n]` and `<=` end before n; `>` and `>=` begin at n. */
export function scaleOf({
  operator,
  value,
}: Extract<BasicSelector, { type: "scale" }>): ScaleRange {
  return operator.startsWith("<") ? { min: 0, max: value } : { ...allScales, min: value };
}

/** The range of `[@z > n]` and the like. A level ends at the bound of the preceding one. */
export function zoomOf(
  { operator, value }: Extract<BasicSelector, { type: "zoom" }>,
  set: TileMatrixSet,
): ScaleRange {
  const [above, below] = [boundOf(value - 1, set), boundOf(value, set)];
  const ranges = {
    "=": { min: below, max: above },
    ">": { min: 0, max: below },
    ">=": { min: 0, max: above },
    "<": { ...allScales, min: above },
    "<=": { ...allScales, min: below },
  };
  return ranges[operator];
}

/** The lower bound of a level: level 0 has no upper bound, the last level ends at 0. */
function boundOf(level: number, { top, levels, extent }: TileMatrixSet): number {
  if (level >= levels - 1) return 0;
  if (level < 0 && Number.isFinite(levels)) return Number.POSITIVE_INFINITY;
  return top / 2 ** level / extent;
}

/** Splits a range, so that each other range covers a part or misses it. */
export function partsOf(range: ScaleRange, others: readonly ScaleRange[]): readonly ScaleRange[] {
  const bounds = new Set([range.min, range.max]);
  for (const { min, max } of others) {
    if (min > range.min && min < range.max) bounds.add(min);
    if (max > range.min && max < range.max) bounds.add(max);
  }
  const sorted = [...bounds].toSorted((a, b) => a - b);
  return sorted.slice(1).map((max, at) => ({ min: sorted[at] ?? 0, max }));
}
