/** Areas of granules as numbers, for fast drawing and hit tests. */

export interface Footprint {
  /**
   * Coordinates x, y, x, y … of each ring. Outer rings and holes turn in opposite directions, so
   * that overlapping areas are filled and holes stay open (`nonzero`).
   */
  readonly rings: readonly Float64Array[];
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The area of a GeoJSON geometry; undefined where it has none. */
export function footprintOf(geometry: unknown): Footprint | undefined {
  const { coordinates } = (geometry ?? {}) as { readonly coordinates?: unknown };
  const rings = ringsIn(coordinates);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x = Number.NaN, y = Number.NaN] = [ring[at], ring[at + 1]];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < bottom) bottom = y;
      if (y > top) top = y;
    }
  }
  return left <= right && bottom <= top ? { rings, left, bottom, right, top } : undefined;
}

/** The rings of one or several polygons, at any depth. */
function ringsIn(coordinates: unknown): readonly Float64Array[] {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return [];
  const [first] = coordinates as readonly unknown[];
  if (!Array.isArray(first)) return [];
  if (Array.isArray(first[0])) {
    const rings = coordinates.flatMap(ringsIn);
    // The first ring of a polygon is the outer one, the others are holes.
    const isPolygon = !Array.isArray((first[0] as readonly unknown[])[0]);
    return isPolygon ? rings.map((ring, at) => turned(ring, at > 0)) : rings;
  }
  const positions = coordinates as readonly (readonly number[])[];
  const ring = new Float64Array(2 * positions.length);
  for (const [at, [x = Number.NaN, y = Number.NaN]] of positions.entries()) {
    ring[2 * at] = x;
    ring[2 * at + 1] = y;
  }
  return [ring];
}

/** Turns a ring in the required direction, because servers send either. */
function turned(ring: Float64Array, isHole: boolean): Float64Array {
  let doubled = 0;
  for (let at = 0, last = ring.length - 2; at < ring.length; last = at, at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[last], ring[last + 1], ring[at], ring[at + 1]];
    doubled += ax * by - bx * ay;
  }
  if (doubled > 0 !== isHole) return ring;
  return ring.map((_one, at) => ring[ring.length - 2 - at + 2 * (at % 2)] ?? Number.NaN);
}

/** Whether a point is in an area; holes are outside. */
export function covers(area: Footprint, x: number, y: number): boolean {
  if (!isInBox(area, x, y)) return false;
  let isInside = false;
  for (const ring of area.rings) {
    for (let at = 0, last = ring.length - 2; at < ring.length; last = at, at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[at], ring[at + 1], ring[last], ring[last + 1]];
      const crosses = ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
      if (crosses) isInside = !isInside;
    }
  }
  return isInside;
}

function isInBox({ left, bottom, right, top }: Footprint, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}
