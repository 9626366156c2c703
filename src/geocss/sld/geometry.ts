/** Geometries in GML 2, as in filters of SLD 1.0. */
import { boxOf, type Coordinate, type Geometry, type Ring } from "../../model/geometry.ts";
import type { XmlElementNode } from "../../wire/xml.ts";
import { gml, withAttributes } from "./nodes.ts";

/** A geometry without an EPSG number is in the system of the data. */
export function geometryNode(geometry: Geometry, srid: number | undefined): XmlElementNode {
  return inSystem(shapeOf(geometry), srid);
}

export function boxNode(geometry: Geometry, srid: number | undefined): XmlElementNode {
  const box = boxOf(geometry) ?? { minx: 0, miny: 0, maxx: 0, maxy: 0 };
  const corners: readonly Coordinate[] = [
    [box.minx, box.miny],
    [box.maxx, box.maxy],
  ];
  return inSystem(gml("Box", coordinates(corners)), srid);
}

function inSystem(shape: XmlElementNode, srid: number | undefined): XmlElementNode {
  if (srid === undefined) return shape;
  return withAttributes(shape, { srsName: `http://www.opengis.net/gml/srs/epsg.xml#${srid}` });
}

function shapeOf(geometry: Geometry): XmlElementNode {
  switch (geometry.type) {
    case "Point":
      return point(geometry.coordinates);
    case "LineString":
      return line(geometry.coordinates);
    case "Polygon":
      return polygon(geometry.coordinates);
    case "MultiPoint":
      return several("MultiPoint", "pointMember", geometry.coordinates.map(point));
    case "MultiLineString":
      return several("MultiLineString", "lineStringMember", geometry.coordinates.map(line));
    case "MultiPolygon":
      return several("MultiPolygon", "polygonMember", geometry.coordinates.map(polygon));
    case "GeometryCollection":
      break;
  }
  return several("MultiGeometry", "geometryMember", geometry.geometries.map(shapeOf));
}

function several(name: string, member: string, shapes: readonly XmlElementNode[]): XmlElementNode {
  return gml(name, ...shapes.map((shape) => gml(member, shape)));
}

function point(coordinate: Coordinate): XmlElementNode {
  return gml("Point", coordinates([coordinate]));
}

function line(points: readonly Coordinate[]): XmlElementNode {
  return gml("LineString", coordinates(points));
}

function polygon([outer, ...holes]: readonly Ring[]): XmlElementNode {
  const ring = (points: Ring) => gml("LinearRing", coordinates(points));
  return gml(
    "Polygon",
    outer === undefined ? undefined : gml("outerBoundaryIs", ring(outer)),
    ...holes.map((hole) => gml("innerBoundaryIs", ring(hole))),
  );
}

function coordinates(points: readonly Coordinate[]): XmlElementNode {
  return gml("coordinates", points.map(([x, y]) => `${x},${y}`).join(" "));
}
