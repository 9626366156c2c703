/** Compiles spatial conditions to SQL by boxes; exact where every footprint is a box. */
import type { Expression, Filter, SpatialRelation } from "../../model/filter.ts";
import { boxOf, type Box, type Coordinate, type Geometry } from "../../model/geometry.ts";
import { metresOf, unitOf } from "./distance.ts";
import { EVERYWHERE } from "./extent.ts";
import { inSystemOf } from "./spatial.ts";
import type { SqlColumns } from "./sql-columns.ts";
import { isFootprint } from "./sql-compare.ts";
import { atMost, exactly, opposite, unknown, type Sides } from "./sql-sides.ts";

/** Metres per degree of latitude, a lower bound. */
const DEGREE_METRES = 111_000;
/** Tolerance for rounding differences of distances. */
const ROUNDING = 1e-6;

interface Pair {
  readonly left: Expression;
  readonly right: Expression;
}

export function isRelated(
  columns: SqlColumns,
  { relation, ...pair }: Pair & { readonly relation: SpatialRelation },
): Sides {
  const area = areaBeside(columns, pair);
  if (area === undefined) return unknown;
  const sides = meeting(columns, area.box);
  if (relation === "disjoint") return opposite(orExact(columns, area, sides));
  const isIntersection = relation === "intersects" || relation === "bbox";
  return isIntersection ? orExact(columns, area, sides) : sides;
}

/** If the pattern requires common points, the boxes must intersect. */
export function matchesMatrix(
  columns: SqlColumns,
  { pattern, ...pair }: Pair & { readonly pattern: string },
): Sides {
  const area = areaBeside(columns, pair);
  const asksToMeet = [0, 1, 3, 4].some((index) => /[012T]/.test(pattern[index] ?? ""));
  return area === undefined || !asksToMeet ? unknown : meeting(columns, area.box);
}

export function isDistant(
  columns: SqlColumns,
  { relation, distance, unit, ...pair }: Extract<Filter, { type: "distance" }>,
): Sides {
  const area = areaBeside(columns, pair);
  if (area === undefined) return unknown;
  const grown = grownBy(area.box, metresOf(distance, unit), unitOf(columns));
  const near = atMost(columns.meets(grown), { ...EVERYWHERE, ...grown });
  return relation === "within" ? near : opposite(near);
}

/** In degrees only latitudes are bounded: 180° is next to -180°. */
function grownBy(box: Box, metres: number, unit: ReturnType<typeof unitOf>): Box {
  const perUnit = unit === "degree" ? DEGREE_METRES : unit.metres;
  const by = (metres / perUnit) * (1 + ROUNDING) + ROUNDING;
  const [miny, maxy] = [box.miny - by, box.maxy + by];
  if (unit === "degree") return { minx: -Infinity, maxx: Infinity, miny, maxy };
  return { minx: box.minx - by, maxx: box.maxx + by, miny, maxy };
}

interface Area {
  readonly box: Box;
  /** Whether the geometry equals its box. */
  readonly isBox: boolean;
}

function meeting(columns: SqlColumns, box: Box): Sides {
  return atMost(columns.meets(box), { ...EVERYWHERE, ...box });
}

function orExact(columns: SqlColumns, { isBox }: Area, sides: Sides): Sides {
  return columns.areBoxes && isBox ? exactly(sides.yes.sql, sides.yes.extent) : sides;
}

/** The constant geometry in the CRS of the index; undefined if no operand is the footprint. */
function areaBeside(columns: SqlColumns, { left, right }: Pair): Area | undefined {
  const other = isFootprint(columns, left) ? right : isFootprint(columns, right) ? left : undefined;
  if (other?.type !== "geometry") return undefined;
  const geometry = inSystemOf(columns, other);
  const box = boxOf(geometry);
  return box && { box, isBox: isItsBox(geometry, box) };
}

/** A point, or a rectangle that starts at any corner. */
function isItsBox(geometry: Geometry, { minx, miny, maxx, maxy }: Box): boolean {
  if (geometry.type === "Point") return true;
  if (geometry.type !== "Polygon") return false;
  const [ring, ...holes] = geometry.coordinates;
  if (ring?.length !== 5 || holes.length > 0 || minx === maxx || miny === maxy) return false;
  const isCorner = ([x, y]: Coordinate) => (x === minx || x === maxx) && (y === miny || y === maxy);
  return ring.every((point, index) => {
    const [nextX, nextY] = ring[(index + 1) % 4] ?? point;
    return isCorner(point) && (point[0] === nextX) !== (point[1] === nextY);
  });
}
