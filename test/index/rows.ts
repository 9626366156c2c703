/** A mosaic for tests: its schema and rows that are easy to report apart. */
import { polygonOf, type Box } from "../../src/model/geometry.ts";
import type {
  GranuleRow,
  GranuleValues,
  IndexAttribute,
  IndexSchema,
} from "../../src/model/granule.ts";

/** A schema with these attributes after footprint and location. */
export function schemaWith(
  attributes: readonly IndexAttribute[],
  names: Partial<Pick<IndexSchema, "typeName" | "geometry" | "location">> = {},
): IndexSchema {
  const { typeName = "rain", geometry = "the_geom", location = "location" } = names;
  return {
    typeName,
    geometry,
    location,
    crs: "EPSG:4326",
    attributes: [
      { name: geometry, type: "geometry" },
      { name: location, type: "string" },
      ...attributes,
    ],
  };
}

/** The schema of most tests. */
export const RAIN = schemaWith([
  { name: "imageindex", type: "integer" },
  { name: "time", type: "timestamp" },
  { name: "elevation", type: "double" },
  { name: "wet", type: "boolean" },
]);

/** A square of one unit. */
export function square(x: number, y: number): Box {
  return { minx: x, miny: y, maxx: x + 1, maxy: y + 1 };
}

/** A row over a box. */
export function row(location: string, box: Box, values: GranuleValues = {}): GranuleRow {
  return { footprint: polygonOf(box), values: { location, ...values } };
}
