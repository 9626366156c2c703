/** Plane geometries as in GeoJSON: x, y in the units of some CRS. */

/** x (or longitude), then y (or latitude). */
export type Coordinate = readonly [number, number];

/** A closed line: the first point equals the last. */
export type Ring = readonly Coordinate[];

/** The outer ring, then holes. */
export interface Polygon {
  readonly type: "Polygon";
  readonly coordinates: readonly Ring[];
}

export interface MultiPolygon {
  readonly type: "MultiPolygon";
  readonly coordinates: readonly (readonly Ring[])[];
}

/** Any geometry. */
export type Geometry =
  | { readonly type: "Point"; readonly coordinates: Coordinate }
  | { readonly type: "MultiPoint"; readonly coordinates: readonly Coordinate[] }
  | { readonly type: "LineString"; readonly coordinates: readonly Coordinate[] }
  | {
      readonly type: "MultiLineString";
      readonly coordinates: readonly (readonly Coordinate[])[];
    }
  | Polygon
  | MultiPolygon
  | { readonly type: "GeometryCollection"; readonly geometries: readonly Geometry[] };

/** The area of a granule. */
export type Footprint = Polygon | MultiPolygon;

/** A bounding box. */
export interface Box {
  readonly minx: number;
  readonly miny: number;
  readonly maxx: number;
  readonly maxy: number;
}

/** Counter-clockwise from the lower left corner. */
export function polygonOf({ minx, miny, maxx, maxy }: Box): Polygon {
  return {
    type: "Polygon",
    coordinates: [
      [
        [minx, miny],
        [maxx, miny],
        [maxx, maxy],
        [minx, maxy],
        [minx, miny],
      ],
    ],
  };
}

/** The box around a geometry. */
export function boxOf(geometry: Geometry): Box | undefined {
  let [minx, miny, maxx, maxy] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of coordinatesOf(geometry)) {
    minx = Math.min(minx, x);
    maxx = Math.max(maxx, x);
    miny = Math.min(miny, y);
    maxy = Math.max(maxy, y);
  }
  return minx > maxx ? undefined : { minx, miny, maxx, maxy };
}

function* coordinatesOf(geometry: Geometry): Generator<Coordinate> {
  switch (geometry.type) {
    case "Point":
      yield geometry.coordinates;
      return;
    case "MultiPoint":
    case "LineString":
      yield* geometry.coordinates;
      return;
    case "MultiLineString":
    case "Polygon":
      for (const line of geometry.coordinates) yield* line;
      return;
    case "MultiPolygon":
      for (const polygon of geometry.coordinates) for (const ring of polygon) yield* ring;
      return;
    case "GeometryCollection":
      for (const member of geometry.geometries) yield* coordinatesOf(member);
  }
}
