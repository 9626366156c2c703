/** Ranges of scale denominators: from the first up to, but without, the second. */
import type { BasicSelector } from "../sheet-grammar.js";
import type { TileMatrixSet } from "../sheet/written.ts";
import type { ScaleRange } from "../styling.ts";

/** All scales. */
export const allScales: ScaleRange = { min: 0, max: Number.POSITIVE_INFINITY };

/** The scales of both; empty where its end is not after its start. */
export function intersection(a: ScaleRange, b: ScaleRange): ScaleRange {
  return { min: Math.max(a.min, b.min), max: Math.min(a.max, b.max) };
}

/** Whether there is no scale in a range. */
export function isEmpty({ min, max }: ScaleRange): boolean {
  return !(min < max);
}

/** Whether all scales of the second are in the first. */
export function covers(outer: ScaleRange, inner: ScaleRange): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}

/** The range of `[@sd < n]` and the like; with < and <= it ends before n, with > and >= it begins there. */
export function scaleOf({
  operator,
  value,
}: Extract<BasicSelector, { type: "scale" }>): ScaleRange {
  return operator.startsWith("<") ? { min: 0, max: value } : { ...allScales, min: value };
}

/** The range of `[@z > n]` and the like: a level reaches from its own bound up to that of the one before. */
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

/** Where a level ends: the first one begins at all larger scales, the last one ends at none. */
function boundOf(level: number, { top, levels, extent }: TileMatrixSet): number {
  if (level >= levels - 1) return 0;
  if (level < 0 && Number.isFinite(levels)) return Number.POSITIVE_INFINITY;
  return top / 2 ** level / extent;
}

/** The parts of a range between the bounds of others, in order: each other covers a part or misses it. */
export function partsOf(range: ScaleRange, others: readonly ScaleRange[]): readonly ScaleRange[] {
  const bounds = new Set([range.min, range.max]);
  for (const { min, max } of others) {
    if (min > range.min && min < range.max) bounds.add(min);
    if (max > range.min && max < range.max) bounds.add(max);
  }
  const sorted = [...bounds].toSorted((a, b) => a - b);
  return sorted.slice(1).map((max, at) => ({ min: sorted[at] ?? 0, max }));
}
