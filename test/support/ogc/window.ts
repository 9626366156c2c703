/** Windows of maps and points of features, in the few reference systems that the tests use. */

/** A point as x and y. */
export type Point = readonly [x: number, y: number];

/** A box as its corners. */
export interface Box {
  readonly minx: number;
  readonly miny: number;
  readonly maxx: number;
  readonly maxy: number;
}

/** The part of the world that a map shows. */
export interface Window extends Box {
  readonly srs: string;
}

const DEGREES = new Set(["EPSG:4326", "CRS:84", "EPSG:4258"]);
const MERCATOR = new Set(["EPSG:3857", "EPSG:900913"]);
const RADIUS = 6_378_137;

/** Half of the world in metres of Mercator. */
export const HALF_WORLD = Math.PI * RADIUS;

/** Whether coordinates come as latitude and longitude in requests of WMS 1.3.0 and in GML. */
export function isLatitudeFirst(srs: string): boolean {
  return srs !== "CRS:84" && DEGREES.has(srs);
}

/** Whether a box shows anything. */
export function isRealBox({ minx, miny, maxx, maxy }: Box): boolean {
  return maxx > minx && maxy > miny;
}

/** A point in another system; undefined where the tests know no way. */
export function reproject(point: Point, from: string, to: string): Point | undefined {
  if (from === to || (DEGREES.has(from) && DEGREES.has(to))) return point;
  if (MERCATOR.has(from) && MERCATOR.has(to)) return point;
  const [x, y] = point;
  if (DEGREES.has(from) && MERCATOR.has(to))
    return [(x / 180) * HALF_WORLD, RADIUS * Math.log(Math.tan(Math.PI / 4 + (y * Math.PI) / 360))];
  if (MERCATOR.has(from) && DEGREES.has(to))
    return [(x / HALF_WORLD) * 180, (Math.atan(Math.sinh(y / RADIUS)) * 180) / Math.PI];
  return undefined;
}

/** Whether a point is in a box. */
export function holds(box: Box, [x, y]: Point): boolean {
  return x >= box.minx && x <= box.maxx && y >= box.miny && y <= box.maxy;
}

/** Whether boxes have something in common. */
export function meets(one: Box, other: Box): boolean {
  const [wide, high] = [
    one.minx <= other.maxx && other.minx <= one.maxx,
    one.miny <= other.maxy && other.miny <= one.maxy,
  ];
  return wide && high;
}

/** The middle of a box. */
export function middle({ minx, miny, maxx, maxy }: Box): Point {
  return [(minx + maxx) / 2, (miny + maxy) / 2];
}

/** The denominator of the scale of a picture, for pixels of 0.28 mm. */
export function scaleOf(window: Window, width: number): number {
  const metres = DEGREES.has(window.srs) ? 111_319.490_793_27 : 1;
  return ((window.maxx - window.minx) * metres) / width / 0.000_28;
}
