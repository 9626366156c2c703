/**
 * Infers schemas of document collections from samples: a flat list of observed paths, each with a
 * Java type (docs/compatibility.md, "Document databases").
 */
import { compareText } from "./address.ts";
import { documentDatabase as limits } from "./limits.ts";

/** Java class names, which GeoServer loads. */
const bindings = {
  binary: "org.bson.types.Binary",
  boolean: "java.lang.Boolean",
  code: "org.bson.types.Code",
  date: "java.util.Date",
  decimal: "org.bson.types.Decimal128",
  double: "java.lang.Double",
  integer: "java.lang.Integer",
  long: "java.lang.Long",
  "maximum-key": "org.bson.types.MaxKey",
  "minimum-key": "org.bson.types.MinKey",
  "object-id": "org.bson.types.ObjectId",
  pattern: "java.util.regex.Pattern",
  string: "java.lang.String",
  symbol: "org.bson.types.Symbol",
  timestamp: "org.bson.types.BSONTimestamp",
  uuid: "java.util.UUID",
} as const;

/** Type of a scalar value. */
export type ScalarType = keyof typeof bindings;

/** A value reduced to types, and texts that may name a geometry type. */
export type DocumentValue =
  | { readonly type: "null" }
  | { readonly type: "scalar"; readonly scalar: ScalarType; readonly text?: string }
  | { readonly type: "list"; readonly items: readonly DocumentValue[] }
  | { readonly type: "object"; readonly fields: PartHandlers };

/** Members of a document in order. */
export type PartHandlers = readonly (readonly [name: string, value: DocumentValue])[];

/** Observed paths, in order of appearance. */
export interface DocumentShape {
  readonly attributes: Map<string, ScalarType>;
  /** Paths of GeoJSON-like objects outside of lists. */
  readonly geometries: Set<string>;
  /** Whether paths were dropped at a bound. */
  overflow: boolean;
}

/** One persisted attribute. */
export interface AttributeDescriptor {
  readonly localName: string;
  readonly minOccurs?: number;
  readonly maxOccurs?: number;
  readonly type: { readonly binding: string };
  readonly userData: { readonly encoding?: "GeoJSON"; readonly mapping: string };
}

/** The document that GeoServer stores per type. */
export interface DocumentSchema {
  readonly typeName: string;
  readonly userData: { readonly collection: string };
  readonly geometryDescriptor?: {
    readonly localName: string;
    readonly crs: { readonly type: "name"; readonly properties: { readonly name: string } };
  };
  readonly attributeDescriptors: readonly AttributeDescriptor[];
}

/** Input of the inference. */
export interface SchemaEvidence {
  readonly collection: string;
  /** Fields with a 2dsphere index, in index order. */
  readonly geometryIndexes: readonly string[];
  /** Documents chosen by id; takes precedence. */
  readonly named: DocumentShape;
  readonly others: DocumentShape;
}

const GEOMETRY_TYPES = new Set([
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "GeometryCollection",
]);

/** GeoJSON is always in longitude and latitude. */
const GEOMETRY_CRS = {
  type: "name",
  properties: { name: "urn:ogc:def:crs:EPSG:4326" },
} as const;

/** A shape without observations. */
export function emptyShape(): DocumentShape {
  return { attributes: new Map(), geometries: new Set(), overflow: false };
}

/**
 * Adds a document. Paths have no list indexes; nulls are ignored. Two number types at one path
 * become the wider one, other pairs become text.
 */
export function observeDocument(shape: DocumentShape, document: PartHandlers): void {
  observeFields(shape, document, { path: "", depth: 1, inList: false });
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly inList: boolean;
}

function observeFields(shape: DocumentShape, fields: PartHandlers, place: Place): void {
  for (const [name, value] of fields) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    observeValue(shape, value, { ...place, path });
  }
}

function observeValue(shape: DocumentShape, value: DocumentValue, place: Place): void {
  if (place.depth > limits.depth) {
    shape.overflow = true;
  } else if (value.type === "scalar") {
    observeScalar(shape, place.path, value.scalar);
  } else if (value.type === "list") {
    const inside = { ...place, depth: place.depth + 1, inList: true };
    for (const item of value.items) observeValue(shape, item, inside);
  } else if (value.type === "object") {
    if (!place.inList && isGeometry(value.fields)) shape.geometries.add(place.path);
    observeFields(shape, value.fields, { ...place, depth: place.depth + 1 });
  }
}

function observeScalar(shape: DocumentShape, path: string, scalar: ScalarType): void {
  const known = shape.attributes.get(path);
  if (known === undefined && shape.attributes.size >= limits.attributes) shape.overflow = true;
  else shape.attributes.set(path, known === undefined ? scalar : widest(known, scalar));
}

const NUMBERS: readonly ScalarType[] = ["integer", "long", "double", "decimal"];

function widest(a: ScalarType, b: ScalarType): ScalarType {
  if (a === b) return a;
  const wider = Math.max(NUMBERS.indexOf(a), NUMBERS.indexOf(b));
  const numbers = NUMBERS.includes(a) && NUMBERS.includes(b);
  return numbers ? (NUMBERS[wider] ?? "string") : "string";
}

function isGeometry(fields: PartHandlers): boolean {
  const members = new Map(fields);
  const type = members.get("type");
  if (type?.type !== "scalar" || !GEOMETRY_TYPES.has(type.text ?? "")) return false;
  const content = type.text === "GeometryCollection" ? "geometries" : "coordinates";
  return members.get(content)?.type === "list";
}

/**
 * The schema of a collection, if anything was observed. The geometry is the first field with a
 * 2dsphere index, else the first GeoJSON-like one.
 */
export function inferSchema(evidence: SchemaEvidence): DocumentSchema | undefined {
  const { collection, geometryIndexes, named, others } = evidence;
  const geometry = geometryIndexes[0] ?? [...named.geometries, ...others.geometries][0];
  const geometries = geometryIndexes.length > 0 ? geometryIndexes : geometry ? [geometry] : [];
  const attributes = [...new Map([...others.attributes, ...named.attributes])]
    .filter(([path]) => !geometries.some((field) => isWithin(path, field)))
    .toSorted(([a], [b]) => compareText(a, b));
  if (geometry === undefined && attributes.length === 0) return undefined;
  return {
    typeName: collection,
    userData: { collection },
    ...(geometry === undefined
      ? {}
      : { geometryDescriptor: { localName: geometry, crs: GEOMETRY_CRS } }),
    attributeDescriptors: [
      ...(geometry === undefined ? [] : [geometryAttribute(geometry)]),
      ...attributes.map(([path, scalar]) => scalarAttribute(path, scalar)),
    ],
  };
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function geometryAttribute(path: string): AttributeDescriptor {
  return {
    localName: path,
    type: { binding: "org.locationtech.jts.geom.Geometry" },
    userData: { encoding: "GeoJSON", mapping: path },
  };
}

/** Lists do not raise `maxOccurs`: GeoServer follows the path through them. */
function scalarAttribute(path: string, scalar: ScalarType): AttributeDescriptor {
  return {
    localName: path,
    minOccurs: 0,
    maxOccurs: 1,
    type: { binding: bindings[scalar] },
    userData: { mapping: path },
  };
}
