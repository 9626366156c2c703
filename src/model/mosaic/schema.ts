/**
 * Parses index schemas: `*the_geom:Polygon:srid=4326,location:String,time:java.util.Date`. Hints
 * are ignored: the rasters determine the CRS, and every attribute may be null.
 */
import type { AttributeType, IndexAttribute } from "../granule.ts";
import { mosaicDefinition as limits } from "../limits.ts";
import type { MosaicSchema } from "../mosaic.ts";

/** Default name of the footprint. */
export const GEOMETRY_ATTRIBUTE = "the_geom";

/** Default name of the path attribute. */
export const LOCATION_ATTRIBUTE = "location";

const types: Readonly<Record<string, AttributeType>> = {
  string: "string",
  integer: "integer",
  int: "integer",
  short: "integer",
  byte: "integer",
  long: "long",
  biginteger: "long",
  double: "double",
  bigdecimal: "double",
  float: "float",
  boolean: "boolean",
  uuid: "uuid",
  date: "timestamp",
  timestamp: "timestamp",
  geometry: "geometry",
  point: "geometry",
  linestring: "geometry",
  polygon: "geometry",
  multipoint: "geometry",
  multilinestring: "geometry",
  multipolygon: "geometry",
  geometrycollection: "geometry",
};

const CLASS =
  /^(?:java\.(?:lang|util|sql|math)|org\.locationtech\.jts\.geom|com\.vividsolutions\.jts\.geom)\.(\w+)$/;

/** The type of an attribute by short or class name; undefined for unknown types. */
function attributeTypeOf(text: string): AttributeType | undefined {
  const name = (CLASS.exec(text)?.[1] ?? text).toLowerCase();
  return Object.hasOwn(types, name) ? types[name] : undefined;
}

/** A schema, or its problem. */
export type ParsedSchema =
  | { readonly schema: MosaicSchema; readonly problem?: undefined }
  | { readonly schema?: undefined; readonly problem: string };

interface Entry extends IndexAttribute {
  readonly marked: boolean;
}

/** Parses a schema. Of several geometries it keeps the marked one, else the first. */
export function parseSchema(text: string): ParsedSchema {
  const entries: Entry[] = [];
  for (const part of text.trim().split(",")) {
    const entry = parseEntry(part.trim());
    if (typeof entry === "string") return { problem: entry };
    if (entries.some(({ name }) => name === entry.name)) {
      return { problem: `the attribute ${entry.name} is named twice` };
    }
    entries.push(entry);
    if (entries.length > limits.attributes) {
      return { problem: `there are more than ${limits.attributes} attributes` };
    }
  }
  const geometries = entries.filter(({ type }) => type === "geometry");
  const geometry = (geometries.find(({ marked }) => marked) ?? geometries[0])?.name;
  if (geometry === undefined) {
    return { problem: "there is no geometry; add for example the_geom:Polygon" };
  }
  const attributes = entries
    .filter(({ name, type }) => type !== "geometry" || name === geometry)
    .map(({ name, type }) => ({ name, type }));
  return { schema: { geometry, attributes } };
}

function parseEntry(text: string): Entry | string {
  const marked = text.startsWith("*");
  const [written = "", type = "String"] = text.slice(marked ? 1 : 0).split(":");
  const name = written.trim();
  if (name === "") return "an attribute has no name";
  const known = attributeTypeOf(type.trim());
  if (known === undefined) return `the attribute ${name} is of unknown type ${type.trim()}`;
  return { name, type: known, marked };
}

/** The default schema: footprint and location, then further attributes. */
export function usualSchema(
  location: string,
  further: readonly IndexAttribute[] = [],
): MosaicSchema {
  return {
    geometry: GEOMETRY_ATTRIBUTE,
    attributes: [
      { name: GEOMETRY_ATTRIBUTE, type: "geometry" },
      { name: location, type: "string" },
      ...further.filter(({ name }) => name !== GEOMETRY_ATTRIBUTE && name !== location),
    ],
  };
}
