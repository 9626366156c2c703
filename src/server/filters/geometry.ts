/** Exact planar relations of geometries. Only this file uses JSTS. */
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import GeoJSONReader from "jsts/org/locationtech/jts/io/GeoJSONReader.js";
import type JstsGeometry from "jsts/org/locationtech/jts/geom/Geometry.js";
import type IntersectionMatrix from "jsts/org/locationtech/jts/geom/IntersectionMatrix.js";
import DistanceOp from "jsts/org/locationtech/jts/operation/distance/DistanceOp.js";
import RelateOp from "jsts/org/locationtech/jts/operation/relate/RelateOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import type { SpatialRelation } from "../../model/filter.ts";
import { boxOf, type Box, type Coordinate, type Geometry } from "../../model/geometry.ts";

/**
 * A geometry split into parts without collections, and its box. The parts are built lazily, because
 * boxes alone decide most relations. `parts` throws for malformed geometries, such as rings that do
 * not close.
 */
export interface Shape {
  readonly parts: () => readonly Part[];
  readonly box: Box | undefined;
}

interface Part {
  readonly geometry: JstsGeometry;
  /** 0 for points, 1 for lines, 2 for areas. */
  readonly dimension: number;
}

/** The geometry must have points. */
export function shapeOf(geometry: Geometry): Shape {
  let parts: readonly Part[] | undefined;
  return { box: boxOf(geometry), parts: () => (parts ??= readParts(geometry)) };
}

function readParts(geometry: Geometry): readonly Part[] {
  const reader = new GeoJSONReader(new GeometryFactory());
  return partsOf(geometry).map((part): Part => {
    const dimension = part.type.endsWith("Point") ? 0 : part.type.endsWith("LineString") ? 1 : 2;
    return { geometry: reader.read(part), dimension };
  });
}

function partsOf(geometry: Geometry): readonly Geometry[] {
  return geometry.type === "GeometryCollection" ? geometry.geometries.flatMap(partsOf) : [geometry];
}

/** Why a geometry is invalid, for example rings that cross; undefined for a valid one. */
export function invalidityOf({ parts }: Shape): string | undefined {
  for (const { geometry } of parts()) {
    // A fast path: boxes are frequent, and the check costs more than the relation.
    if (geometry.isRectangle() && geometry.getArea() > 0) continue;
    const check = new IsValidOp(geometry);
    if (!check.isValid()) return check.getValidationError().getMessage();
  }
  return undefined;
}

/** Collections support only intersects and disjoint. */
export function isCollection({ parts }: Shape): boolean {
  return parts().length !== 1;
}

/** Null when JSTS cannot compute the relation. */
export function isRelated(relation: SpatialRelation, left: Shape, right: Shape): boolean | null {
  if (areBoxesApart(left.box, right.box)) return relation === "disjoint";
  return orNull(() =>
    relation === "disjoint" ? !isSome("intersects", left, right) : isSome(relation, left, right),
  );
}

/** Matches the DE-9IM matrix with a pattern of nine characters; null as for `isRelated`. */
export function matchesMatrix(pattern: string, left: Shape, right: Shape): boolean | null {
  return orNull(() => everyPair(left, right, (a, b) => matrixOf(a, b).matches(pattern)));
}

/** The same point twice if the geometries intersect; null as for `isRelated`. */
export function nearestPoints(
  left: Geometry,
  right: Geometry,
): readonly [Coordinate, Coordinate] | null {
  return orNull(() => {
    let best: { pair: readonly [Coordinate, Coordinate]; distance: number } | undefined;
    const others = shapeOf(right).parts();
    for (const a of shapeOf(left).parts()) {
      for (const b of others) {
        const [from, to] = new DistanceOp(a.geometry, b.geometry).nearestPoints();
        const distance = Math.hypot(from.x - to.x, from.y - to.y);
        const pair = [
          [from.x, from.y],
          [to.x, to.y],
        ] as const;
        if (best === undefined || distance < best.distance) best = { pair, distance };
      }
    }
    return best?.pair ?? null;
  });
}

export function mapCoordinates(
  geometry: Geometry,
  change: (coordinate: Coordinate) => Coordinate,
): Geometry {
  const line = (points: readonly Coordinate[]) => points.map(change);
  const lines = (rings: readonly (readonly Coordinate[])[]) => rings.map(line);
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: change(geometry.coordinates) };
    case "MultiPoint":
    case "LineString":
      return { ...geometry, coordinates: line(geometry.coordinates) };
    case "MultiLineString":
    case "Polygon":
      return { ...geometry, coordinates: lines(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(lines) };
    case "GeometryCollection":
      break;
  }
  const geometries = geometry.geometries.map((member) => mapCoordinates(member, change));
  return { ...geometry, geometries };
}

type Pairwise = (a: Part, b: Part) => boolean;

function somePair(left: Shape, right: Shape, holds: Pairwise): boolean {
  return left.parts().some((a) => right.parts().some((b) => holds(a, b)));
}

function everyPair(left: Shape, right: Shape, holds: Pairwise): boolean {
  return left.parts().every((a) => right.parts().every((b) => holds(a, b)));
}

function isSome(relation: Relation, left: Shape, right: Shape): boolean {
  const holds = RELATIONS[relation];
  return somePair(left, right, (a, b) => holds(matrixOf(a, b), a.dimension, b.dimension));
}

type Relation = Exclude<SpatialRelation, "disjoint">;
type Holds = (matrix: IntersectionMatrix, a: number, b: number) => boolean;

/** By the DE-9IM matrix and the dimensions of both parts. */
const RELATIONS: Readonly<Record<Relation, Holds>> = {
  equals: (matrix, a, b) => matrix.isEquals(a, b),
  intersects: (matrix) => matrix.isIntersects(),
  bbox: (matrix) => matrix.isIntersects(),
  touches: (matrix, a, b) => Boolean(matrix.isTouches(a, b)),
  crosses: (matrix, a, b) => matrix.isCrosses(a, b),
  within: (matrix) => matrix.isWithin(),
  contains: (matrix) => matrix.isContains(),
  overlaps: (matrix, a, b) => matrix.isOverlaps(a, b),
};

function matrixOf(a: Part, b: Part): IntersectionMatrix {
  return new RelateOp(a.geometry, b.geometry).getIntersectionMatrix();
}

function areBoxesApart(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return a.maxx < b.minx || b.maxx < a.minx || a.maxy < b.miny || b.maxy < a.miny;
}

/** JSTS throws for some crossing lines (robustness errors). */
function orNull<Result>(find: () => Result): Result | null {
  try {
    return find();
  } catch {
    return null;
  }
}
