/** Validates rows for all implementations of indexes. */
import { granuleIndex as limits } from "../../model/limits.ts";
import type { Coordinate, Footprint } from "../../model/geometry.ts";
import type {
  AttributeType,
  GranuleRow,
  GranuleValue,
  IndexAttribute,
  IndexSchema,
} from "../../model/granule.ts";
import { IndexError } from "../catalog/granule-index.ts";

const INTEGER = 2 ** 31;
const LONG = 2 ** 63;
/** The years with four digits in ISO 8601 and PostgreSQL. */
export const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

type Check = (value: GranuleValue) => boolean;

const isText: Check = (value) =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\0");
const isFinite: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isBetween =
  (low: number, high: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= low && Number(value) < high;

const CHECKS: Readonly<Record<AttributeType, Check>> = {
  string: isText,
  uuid: isText,
  integer: isBetween(-INTEGER, INTEGER),
  long: isBetween(-LONG, LONG),
  double: isFinite,
  float: isFinite,
  boolean: (value) => typeof value === "boolean",
  timestamp: isBetween(EARLIEST, LATEST + 1),
  geometry: () => false,
};

/** An attribute of rows, with its column in what is read of a table. */
export interface TableColumn {
  readonly attribute: IndexAttribute;
  readonly name: string;
}

/** All attributes except the footprint. Names of users may be any text, so others stand for them. */
export function columnsOf(schema: IndexSchema): readonly TableColumn[] {
  return schema.attributes
    .filter(({ type }) => type !== "geometry")
    .map((attribute, index) => ({ attribute, name: `a${index}` }));
}

/** The attribute indexed beside the location: the first timestamp. */
export function timeAttribute(schema: IndexSchema): IndexAttribute | undefined {
  return schema.attributes.find(({ type }) => type === "timestamp");
}

/** Throws IndexError (`unfit`) for the first unsuitable row. */
export function checkRows(schema: IndexSchema, rows: readonly GranuleRow[]): void {
  const types = new Map(columnsOf(schema).map(({ attribute: { name, type } }) => [name, type]));
  rows.forEach((row, index) => {
    const refuse = (what: string) => new IndexError("unfit", `Granule ${index + 1}: ${what}`);
    if (typeof row.values[schema.location] !== "string")
      throw refuse(`the attribute ${schema.location} needs a path`);
    for (const [name, value] of Object.entries(row.values)) {
      const type = types.get(name);
      if (type === undefined) throw refuse(`the index has no attribute ${name} for values`);
      if (value !== null && !CHECKS[type](value))
        throw refuse(`${JSON.stringify(value)} is no ${type} that ${name} can hold`);
    }
    if (!isUsable(row.footprint)) throw refuse("its footprint is no area with finite coordinates");
  });
}

function isUsable({ type, coordinates }: Footprint): boolean {
  const polygons = type === "Polygon" ? [coordinates] : coordinates;
  const isPlace = (point: Coordinate) =>
    point.length === 2 && point.every((side) => Math.abs(side) <= limits.coordinate);
  return (
    polygons.length > 0 &&
    polygons.every(
      (rings) => rings.length > 0 && rings.every((ring) => ring.length >= 4 && ring.every(isPlace)),
    )
  );
}
