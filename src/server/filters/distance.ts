/** Distances between footprints and constant geometries. */
import type { DistanceUnit } from "../../model/filter.ts";
import type { Coordinate, Geometry } from "../../model/geometry.ts";
import { mapCoordinates, nearestPoints } from "./geometry.ts";
import type { Index } from "./row.ts";
import { meaningless } from "./schema.ts";

const METRES: Readonly<Record<DistanceUnit, number>> = {
  feet: 0.3048,
  meters: 1,
  "statute miles": 1_609.344,
  "nautical miles": 1_852,
  kilometers: 1_000,
};

/** Mean radius. */
const EARTH_METRES = 6_371_008.8;
const RADIANS = Math.PI / 180;

export function metresOf(distance: number, unit: DistanceUnit): number {
  return distance * METRES[unit];
}

/** The unit of the index's CRS. Throws FilterError when it is unknown. */
export function unitOf({ schema, unit }: Index): "degree" | { readonly metres: number } {
  if (unit !== undefined) return unit;
  if (schema.crs === "EPSG:4326") return "degree";
  if (schema.crs === "EPSG:3857") return { metres: 1 };
  throw meaningless(`Distances are not known in the coordinate system ${schema.crs}`);
}

/** Metres between the nearest points in a plane; null when they cannot be computed. */
export function planeDistance(left: Geometry, right: Geometry, metres: number): number | null {
  const pair = nearestPoints(left, right);
  return pair && metres * Math.hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]);
}

/**
 * Great-circle metres between the points that are nearest when degrees of longitude are scaled as
 * at `latitude`. Never less than the true distance, and close to it for short distances; 180° is an
 * edge.
 */
export function globeDistance(left: Geometry, right: Geometry, latitude: number): number | null {
  const shrink = Math.max(Math.cos(latitude * RADIANS), 1e-6);
  const flat = (geometry: Geometry) => mapCoordinates(geometry, ([x, y]) => [x * shrink, y]);
  const pair = nearestPoints(flat(left), flat(right));
  if (pair === null) return null;
  const [[ax, ay], [bx, by]] = pair;
  return greatCircle([ax / shrink, ay], [bx / shrink, by]);
}

function greatCircle([lonA, latA]: Coordinate, [lonB, latB]: Coordinate): number {
  const [a, b] = [latA * RADIANS, latB * RADIANS];
  const sine = (angle: number) => Math.sin(angle / 2) ** 2;
  const chord = sine(b - a) + Math.cos(a) * Math.cos(b) * sine((lonB - lonA) * RADIANS);
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
