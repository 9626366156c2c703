/** Parses two-dimensional geometries in well-known text. */
import { wktToGeoJSON } from "betterknown";
import type { Coordinate, Geometry } from "../model/geometry.ts";
import { WireError } from "./wire-error.ts";

type Parsed = NonNullable<ReturnType<typeof wktToGeoJSON>>;

/**
 * Parses a geometry, for example `POINT(1 2)`. Callers must ensure that the text contains only
 * names, parentheses, commas and pairs of plain numbers: the library skips unknown text. Rings must
 * be closed and have four or more points, lines two or more. Throws WireError.
 */
export function parseWkt(text: string): Geometry {
  return checked(read(text.replaceAll(/\s+/g, " ")));
}

function read(text: string): Parsed {
  try {
    const parsed = wktToGeoJSON(text);
    if (parsed !== null) return parsed;
  } catch {
    // The library's message has no place and is not for users.
  }
  throw malformed("The parentheses do not fit this type of geometry");
}

function malformed(message: string): WireError {
  return new WireError("malformed", message);
}

function checked(parsed: Parsed): Geometry {
  switch (parsed.type) {
    case "Point":
      return { type: "Point", coordinates: coordinate(parsed.coordinates) };
    case "MultiPoint":
      return { type: "MultiPoint", coordinates: parsed.coordinates.map(coordinate) };
    case "LineString":
      return { type: "LineString", coordinates: line(parsed.coordinates) };
    case "MultiLineString":
      return { type: "MultiLineString", coordinates: parsed.coordinates.map(line) };
    case "Polygon":
      return { type: "Polygon", coordinates: parsed.coordinates.map(ring) };
    case "MultiPolygon":
      return {
        type: "MultiPolygon",
        coordinates: parsed.coordinates.map((polygon) => polygon.map(ring)),
      };
    case "GeometryCollection":
      break;
  }
  return { type: "GeometryCollection", geometries: parsed.geometries.map(checked) };
}

function coordinate([x, y]: readonly number[]): Coordinate {
  if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y))
    throw malformed("A position has two finite numbers");
  return [x, y];
}

function line(points: readonly (readonly number[])[]): readonly Coordinate[] {
  if (points.length < 2) throw malformed("A line has two positions or more");
  return points.map(coordinate);
}

function ring(points: readonly (readonly number[])[]): readonly Coordinate[] {
  const positions = points.map(coordinate);
  const [first, last] = [positions[0], positions.at(-1)];
  if (positions.length < 4) throw malformed("A ring has four positions or more");
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    throw malformed("A ring ends where it begins");
  return positions;
}
