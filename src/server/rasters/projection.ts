/**
 * Transforms boxes and geometries between coordinate systems. Straight edges become curves, so
 * boxes are sampled along their edges and long edges of geometries get more points.
 */
import proj4 from "proj4";
import type { Box, Coordinate, Footprint, Geometry, Ring } from "../../model/geometry.ts";
import { epsgNumber, epsgSystem, isGeographic, knownCrs } from "./crs.ts";
import { RasterError } from "./raster-error.ts";

export { crsWkt, geographic, knownCrs, unitsOf } from "./crs.ts";

/** Sample points per side of a box. */
const PIECES = 21;
/** Maximum distance of an edge's midpoint from the straight line, relative to the edge's length. */
const BEND = 1e-3;
/** Maximum depth of halving an edge. */
const HALVINGS = 5;

type Transform = (point: Coordinate) => Coordinate | undefined;

/**
 * The box around a transformed box. Boxes that contain a pole or cross the 180th meridian span all
 * longitudes. Throws RasterError (unsupported) for an unknown system or if the box cannot be
 * transformed.
 */
export function toBox(box: Box, from: string, to: string): Box {
  if (from === to) return box;
  const { forward, inverse, source, target } = between(from, to);
  if (source === target) return box;
  const edges = edgesOf(box).map(forward);
  let found = boxAround(edges, isGeographic(target));
  if (edges.includes(undefined)) {
    // Where a system cannot represent the poles, the box is clipped to its area of use.
    const clipped = isGeographic(source) ? clippedTo(box, to) : undefined;
    const within = clipped === undefined ? [] : edgesOf(clipped).map(forward);
    found = boxAround(within, isGeographic(target)) ?? found;
  }
  if (found === undefined) throw nowhere(from, to);
  return isGeographic(target) && !isGeographic(source) ? withPoles(found, box, inverse) : found;
}

/** Throws RasterError (unsupported) for an unknown system or if a point cannot be transformed. */
export function toGeometry(geometry: Footprint, from: string, to: string): Footprint;
/** As above. */
export function toGeometry(geometry: Geometry, from: string, to: string): Geometry;
/** As above. */
export function toGeometry(geometry: Geometry, from: string, to: string): Geometry {
  if (from === to) return geometry;
  const { forward, source, target } = between(from, to);
  if (source === target) return geometry;
  const certain = (point: Coordinate): Coordinate => {
    const found = forward(point);
    if (found === undefined) throw nowhere(from, to);
    return found;
  };
  return mapped(geometry, certain);
}

function mapped(geometry: Geometry, point: (point: Coordinate) => Coordinate): Geometry {
  const line = (points: Ring) => bent(points, point);
  switch (geometry.type) {
    case "Point":
      return { type: "Point", coordinates: point(geometry.coordinates) };
    case "MultiPoint":
      return { type: "MultiPoint", coordinates: geometry.coordinates.map(point) };
    case "LineString":
      return { type: "LineString", coordinates: line(geometry.coordinates) };
    case "MultiLineString":
      return { type: "MultiLineString", coordinates: geometry.coordinates.map(line) };
    case "Polygon":
      return { type: "Polygon", coordinates: geometry.coordinates.map(line) };
    case "MultiPolygon":
      return {
        type: "MultiPolygon",
        coordinates: geometry.coordinates.map((polygon) => polygon.map(line)),
      };
    case "GeometryCollection":
    default:
      return {
        type: "GeometryCollection",
        geometries: geometry.geometries.map((member) => mapped(member, point)),
      };
  }
}

interface End {
  readonly at: Coordinate;
  readonly goesTo: Coordinate;
}

function bent(points: Ring, point: (point: Coordinate) => Coordinate): Ring {
  const ends = points.map((at): End => ({ at, goesTo: point(at) }));
  const found: Coordinate[] = ends[0] === undefined ? [] : [ends[0].goesTo];
  const halve = (start: End, end: End, halvings: number): void => {
    const at: Coordinate = [(start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2];
    const middle: End = { at, goesTo: point(at) };
    if (halvings === 0 || isStraight(start.goesTo, middle.goesTo, end.goesTo)) {
      found.push(end.goesTo);
      return;
    }
    halve(start, middle, halvings - 1);
    halve(middle, end, halvings - 1);
  };
  for (const [index, end] of ends.entries()) {
    const start = ends[index - 1];
    if (start !== undefined) halve(start, end, HALVINGS);
  }
  return found;
}

function isStraight(start: Coordinate, middle: Coordinate, end: Coordinate): boolean {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const off = Math.hypot(middle[0] - (start[0] + end[0]) / 2, middle[1] - (start[1] + end[1]) / 2);
  return off <= BEND * length;
}

interface Between {
  readonly forward: Transform;
  readonly inverse: Transform;
  readonly source: string;
  readonly target: string;
}

function between(from: string, to: string): Between {
  const [source, target] = [from, to].map((crs) => {
    const known = knownCrs(crs);
    if (known === undefined)
      throw new RasterError("unsupported", `Unknown coordinate system ${crs.slice(0, 200)}`);
    return known.proj;
  });
  const converter = proj4(source ?? "", target ?? "");
  const safe =
    (transform: (point: number[]) => number[]): Transform =>
    ([x, y]) => {
      try {
        const [newX = NaN, newY = NaN] = transform([x, y]);
        return Number.isFinite(newX) && Number.isFinite(newY) ? [newX, newY] : undefined;
      } catch {
        return undefined;
      }
    };
  return {
    forward: safe((point) => converter.forward(point)),
    inverse: safe((point) => converter.inverse(point)),
    source: source ?? "",
    target: target ?? "",
  };
}

function edgesOf({ minx, miny, maxx, maxy }: Box): readonly Coordinate[] {
  const corners: readonly Coordinate[] = [
    [minx, miny],
    [maxx, miny],
    [maxx, maxy],
    [minx, maxy],
  ];
  return corners.flatMap(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return Array.from({ length: PIECES }, (_none, piece): Coordinate => {
      const part = piece / PIECES;
      return [x + (nextX - x) * part, y + (nextY - y) * part];
    });
  });
}

function boxAround(points: readonly (Coordinate | undefined)[], angles: boolean): Box | undefined {
  const found = points.filter((point) => point !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  let [minx, miny, maxx, maxy] = [...first, ...first];
  let jumps = false;
  for (const [index, [x, y]] of found.entries()) {
    const before = found.at(index - 1);
    jumps ||= angles && before !== undefined && Math.abs(x - before[0]) > 180;
    minx = Math.min(minx, x);
    maxx = Math.max(maxx, x);
    miny = Math.min(miny, y);
    maxy = Math.max(maxy, y);
  }
  if (jumps) return { minx: -180, miny, maxx: 180, maxy };
  return angles
    ? { minx: onGlobe(minx), miny, maxx: onGlobe(maxx), maxy }
    : { minx, miny, maxx, maxy };
}

/** Corrects rounding errors just beyond ±180°. */
function onGlobe(longitude: number): number {
  const over = Math.abs(longitude) - 180;
  return over > 0 && over < 1e-9 ? 180 * Math.sign(longitude) : longitude;
}

/** A pole inside a box is on none of its edges. */
function withPoles(found: Box, box: Box, inverse: Transform): Box {
  const holds = (latitude: number) => {
    const pole = inverse([0, latitude]);
    return pole !== undefined && isInside(pole, box);
  };
  const [north, south] = [holds(90), holds(-90)];
  if (!north && !south) return found;
  return {
    minx: -180,
    maxx: 180,
    miny: south ? -90 : found.miny,
    maxy: north ? 90 : found.maxy,
  };
}

function isInside([x, y]: Coordinate, { minx, miny, maxx, maxy }: Box): boolean {
  return x > minx && x < maxx && y > miny && y < maxy;
}

function clippedTo(box: Box, to: string): Box | undefined {
  const number = epsgNumber(to);
  const area = number === undefined ? undefined : epsgSystem(number)?.area;
  if (area === undefined || area.minx > area.maxx) return undefined;
  const clipped = {
    minx: Math.max(box.minx, area.minx),
    miny: Math.max(box.miny, area.miny),
    maxx: Math.min(box.maxx, area.maxx),
    maxy: Math.min(box.maxy, area.maxy),
  };
  return clipped.minx > clipped.maxx || clipped.miny > clipped.maxy ? undefined : clipped;
}

function nowhere(from: string, to: string): RasterError {
  return new RasterError("unsupported", `The geometry in ${from} is outside of ${to}`);
}
