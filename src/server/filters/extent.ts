/**
 * Where the rows are for which a condition can be true: a box of footprints and a span of the
 * index's time. It may be too wide, never too narrow, so that an index of boxes can be asked first.
 */
import type { Box } from "../../model/geometry.ts";

/** Sides are infinite where nothing bounds them; a lower side above its upper one is nowhere. */
export interface Extent extends Box {
  /** Milliseconds since 1970. A row without a time is only in reaches without bounds of time. */
  readonly from: number;
  readonly to: number;
}

/** No bounds at all. */
export const EVERYWHERE: Extent = {
  minx: -Infinity,
  miny: -Infinity,
  maxx: Infinity,
  maxy: Infinity,
  from: -Infinity,
  to: Infinity,
};

/** Where both reach. */
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

/** Where at least one reaches, and what lies between. */
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
