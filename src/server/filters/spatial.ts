/** Evaluates spatial conditions. Constant geometries are prepared once. */
import { FilterError, type Expression, type SpatialRelation } from "../../model/filter.ts";
import { boxOf, type Geometry } from "../../model/geometry.ts";
import { filter as limits } from "../../model/limits.ts";
import { globeDistance, metresOf, planeDistance, unitOf } from "./distance.ts";
import {
  invalidityOf,
  isCollection,
  isRelated,
  mapCoordinates,
  matchesMatrix,
  shapeOf,
  type Shape,
} from "./geometry.ts";
import type { Condition, Index, Predicate, Row } from "./row.ts";
import { meaningless } from "./schema.ts";
import { typeOf, worded } from "./types.ts";

type Operand = { readonly geometry: Geometry; readonly shape: Shape } | "footprint";

export type AboutSpace = Condition<"spatial" | "relate" | "distance">;

/** Throws FilterError. */
export function spatialPredicate(filter: AboutSpace, index: Index): Predicate {
  if (filter.type === "spatial") return relations(filter, index);
  return filter.type === "relate" ? matrices(filter, index) : distances(filter, index);
}

function relations(filter: Condition<"spatial">, index: Index): Predicate {
  const [left, right] = operandsOf(filter, index);
  checkCollections(filter.relation, [left, right]);
  return (row) => isRelated(filter.relation, shapeIn(left, row), shapeIn(right, row));
}

function matrices(filter: Condition<"relate">, index: Index): Predicate {
  const [left, right] = operandsOf(filter, index);
  checkCollections(undefined, [left, right]);
  return (row) => matchesMatrix(filter.pattern, shapeIn(left, row), shapeIn(right, row));
}

function distances(filter: Condition<"distance">, index: Index): Predicate {
  const [left, right] = operandsOf(filter, index);
  const unit = unitOf(index);
  const limit = metresOf(filter.distance, filter.unit);
  const constant = [left, right].find((operand) => operand !== "footprint");
  return (row) => {
    const [a, b] = [geometryIn(left, row), geometryIn(right, row)];
    const metres =
      unit === "degree"
        ? globeDistance(a, b, middleLatitude(constant?.geometry ?? a))
        : planeDistance(a, b, unit.metres);
    if (metres === null) return null;
    return filter.relation === "within" ? metres <= limit : metres > limit;
  };
}

function middleLatitude(geometry: Geometry): number {
  const box = boxOf(geometry);
  return box === undefined ? 0 : (box.miny + box.maxy) / 2;
}

function operandsOf(
  { left, right }: { readonly left: Expression; readonly right: Expression },
  index: Index,
): readonly [Operand, Operand] {
  return [operandOf(left, index), operandOf(right, index)];
}

function operandOf(expression: Expression, index: Index): Operand {
  if (expression.type === "geometry") {
    const geometry = inSystemOf(index, expression);
    const shape = shapeOf(geometry);
    checkSize(shape);
    const invalidity = invalidityOf(shape);
    if (invalidity === undefined) return { geometry, shape };
    throw meaningless(`The geometry is not valid: ${invalidity}`);
  }
  const type = typeOf(expression, index.schema);
  if (type === "geometry") return "footprint";
  throw meaningless(`Only geometries are related in space, not ${worded(type)}`);
}

/** Beyond the limit, double precision is too coarse for the intersections of lines. */
function checkSize({ box }: Shape): void {
  const sides = box === undefined ? [] : [box.minx, box.miny, box.maxx, box.maxy];
  if (sides.every((side) => Math.abs(side) <= limits.coordinate)) return;
  throw new FilterError("bound", `A coordinate is farther from zero than ${limits.coordinate}`);
}

/** A constant in the CRS of the index. Throws FilterError where it cannot be transformed. */
export function inSystemOf(
  { schema, reproject }: Index,
  { geometry, srid }: Extract<Expression, { type: "geometry" }>,
): Geometry {
  if (srid === undefined || schema.crs === `EPSG:${srid}`) return geometry;
  if (reproject === undefined)
    throw meaningless(`The index is in ${schema.crs}; a geometry in EPSG:${srid} cannot be read`);
  const refusal = `The geometry cannot be brought from EPSG:${srid} to ${schema.crs}`;
  let brought: Geometry;
  try {
    brought = reproject(geometry, srid, schema.crs);
  } catch {
    throw meaningless(refusal);
  }
  mapCoordinates(brought, (coordinate) => {
    if (!coordinate.every(Number.isFinite)) throw meaningless(refusal);
    return coordinate;
  });
  return brought;
}

function checkCollections(
  relation: SpatialRelation | undefined,
  operands: readonly Operand[],
): void {
  if (relation === "intersects" || relation === "disjoint" || relation === "bbox") return;
  if (operands.some((operand) => operand !== "footprint" && isCollection(operand.shape)))
    throw meaningless("A collection of geometries only intersects or is disjoint");
}

function shapeIn(operand: Operand, row: Row): Shape {
  return operand === "footprint" ? row.shape() : operand.shape;
}

function geometryIn(operand: Operand, row: Row): Geometry {
  return operand === "footprint" ? row.granule.footprint : operand.geometry;
}
