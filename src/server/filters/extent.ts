/**
 * The box and the time span of the rows that can match a condition, for a lookup in a spatial
 * index. An extent may be too wide, never too narrow.
 */
import type { Box } from "../../model/geometry.ts";

/** Unbounded sides are infinite; an extent whose lower side exceeds its upper one is empty. */
export interface Extent extends Box {
  /** Milliseconds since 1970. A row without a time is only in extents without time bounds. */
  readonly from: number;
  readonly to: number;
}

export const EVERYWHERE: Extent = {
  minx: -Infinity,
  miny: -Infinity,
  maxx: Infinity,
  maxy: Infinity,
  from: -Infinity,
  to: Infinity,
};

/** The intersection. */
export function common(one: Extent, other: Extent): Extent {
  return {
    minx: Math.max(one.minx, other.minx),
    miny: Math.max(one.miny, other.miny),
    maxx: Math.min(one.maxx, other.maxx),
    maxy: Math.min(one.maxy, other.maxy),
    from: Math.max(one.from, other.from),
    to: Math.min(one.to, other.to),
  };
}

/** The smallest extent around both. */
export function together(one: Extent, other: Extent): Extent {
  return {
    minx: Math.min(one.minx, other.minx),
    miny: Math.min(one.miny, other.miny),
    maxx: Math.max(one.maxx, other.maxx),
    maxy: Math.max(one.maxy, other.maxy),
    from: Math.min(one.from, other.from),
    to: Math.max(one.to, other.to),
  };
}
