/** A strict parser of GeoJSON features with areas (RFC 7946). */
import type { Coordinate, Footprint, Ring } from "../model/geometry.ts";
import { jsonIn } from "./json.ts";
import { WireError } from "./wire-error.ts";

export interface JsonFeature {
  readonly id: string;
  readonly footprint: Footprint | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Throws WireError. */
export function readFeatures(text: string): readonly JsonFeature[] {
  // Not `parseJson`: it rejects numbers beyond 2^53, which are valid doubles here.
  const collection = jsonIn(text);
  if (!isObject(collection) || collection["type"] !== "FeatureCollection") {
    throw new WireError("malformed", "The JSON document is no FeatureCollection");
  }
  return listOf(collection["features"], "features of the collection").map(featureOf);
}

function featureOf(feature: unknown, index: number): JsonFeature {
  const where = `Feature ${index}`;
  if (!isObject(feature) || feature["type"] !== "Feature") {
    throw new WireError("malformed", `${where} is no Feature`);
  }
  const { id, properties } = feature;
  if (typeof id !== "string" || id === "") {
    throw new WireError("malformed", `${where} has no id that is a text`);
  }
  if (!isObject(properties)) throw new WireError("malformed", `${where} has no properties`);
  return { id, footprint: areaOf(feature["geometry"] ?? null, where), properties };
}

function areaOf(geometry: unknown, where: string): Footprint | null {
  if (geometry === null) return null;
  if (isObject(geometry)) {
    const { type, coordinates } = geometry;
    if (type === "Polygon") return { type, coordinates: ringsOf(coordinates, where) };
    if (type === "MultiPolygon") {
      const polygons = listOf(coordinates, `coordinates of ${where}`);
      return { type, coordinates: polygons.map((rings) => ringsOf(rings, where)) };
    }
  }
  throw new WireError("meaningless", `${where} has a geometry that is no polygon`);
}

function ringsOf(rings: unknown, where: string): readonly Ring[] {
  return listOf(rings, `coordinates of ${where}`).map((ring) =>
    listOf(ring, `coordinates of ${where}`).map((point) => coordinateOf(point, where)),
  );
}

/** Heights are dropped. */
function coordinateOf(point: unknown, where: string): Coordinate {
  const [x, y] = listOf(point, `coordinates of ${where}`);
  if (typeof x === "number" && typeof y === "number" && Number.isFinite(x) && Number.isFinite(y))
    return [x, y];
  throw new WireError("malformed", `${where} has a coordinate without two numbers`);
}

function listOf(list: unknown, what: string): readonly unknown[] {
  if (Array.isArray(list)) return list as readonly unknown[];
  throw new WireError("malformed", `The ${what} are no list`);
}

function isObject(node: unknown): node is Readonly<Record<string, unknown>> {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}
