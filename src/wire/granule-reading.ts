/**
 * Parses granules in GeoJSON and GML 2, of Plumbline's server and of GeoServer. Members outside the
 * index schema are ignored.
 */
import type { Footprint } from "../model/geometry.ts";
import type {
  AttributeType,
  GranuleValue,
  GranuleValues,
  IndexAttribute,
} from "../model/granule.ts";
import { granules as limits } from "../model/limits.ts";
import type { DocumentFormat } from "./document.ts";
import { readFeatures } from "./geojson.ts";
import { readArea } from "./gml.ts";
import { parseInstant } from "./instant.ts";
import { WireError } from "./wire-error.ts";
import {
  attributeNamed,
  childElements,
  childrenNamed,
  withXmlDocument,
  type XmlElement,
} from "./xml-document.ts";
import { nameOfElement } from "./xml-name.ts";

/** A granule in a document. */
export interface GranuleDocument {
  /** `{typeName}.{number}`; longer in GeoServer's coverage views. */
  readonly id: string;
  /** Null for a granule without a footprint, which GeoServer permits. */
  readonly footprint: Footprint | null;
  /** All attributes except geometries; null for a missing value. */
  readonly values: GranuleValues;
}

/** Numbers become doubles. Throws WireError for invalid documents and exceeded limits. */
export function parseGranules(
  text: string,
  format: DocumentFormat,
  attributes: readonly IndexAttribute[],
): readonly GranuleDocument[] {
  if (text.length > limits.pageCharacters) {
    const message = `The granules are ${text.length} characters; the limit is ${limits.pageCharacters}`;
    throw new WireError("too-large", `${message}. Ask for fewer at a time`);
  }
  const columns = attributes.filter(({ type }) => type !== "geometry");
  if (format === "xml") return parseXmlGranules(text, attributes);
  return bounded(readFeatures(text)).map(({ id, footprint, properties }) => ({
    id,
    footprint,
    values: valuesOf(id, columns, (name) =>
      Object.hasOwn(properties, name) ? properties[name] : undefined,
    ),
  }));
}

function parseXmlGranules(
  text: string,
  attributes: readonly IndexAttribute[],
): readonly GranuleDocument[] {
  return withXmlDocument(new TextEncoder().encode(text), (root) => {
    if (root.name !== "FeatureCollection") {
      const message = `The root element is ${root.name}; it must be FeatureCollection`;
      throw new WireError("malformed", message);
    }
    const features = childrenNamed(root, "featureMember").flatMap((one) => childElements(one));
    return bounded(features).map((feature) => readFeature(feature, attributes));
  });
}

function readFeature(feature: XmlElement, attributes: readonly IndexAttribute[]): GranuleDocument {
  const id = attributeNamed(feature, "fid");
  if (id === undefined || id === "") {
    const { line } = feature;
    throw new WireError("malformed", "A feature has no fid", { line });
  }
  const elements = new Map(childElements(feature).map((one) => [nameOfElement(one.name), one]));
  const [area] = attributes
    .filter(({ type }) => type === "geometry")
    .flatMap(({ name }) => elements.get(name) ?? []);
  const columns = attributes.filter(({ type }) => type !== "geometry");
  return {
    id,
    footprint: area === undefined ? null : readArea(area),
    values: valuesOf(id, columns, (name) => elements.get(name)?.content),
  };
}

function bounded<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= limits.page) return items;
  const message = `The document has ${items.length} granules; the limit is ${limits.page}`;
  throw new WireError("too-large", `${message}. Ask for fewer at a time`);
}

function valuesOf(
  id: string,
  columns: readonly IndexAttribute[],
  read: (name: string) => unknown,
): GranuleValues {
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const written = read(name) ?? null;
      if (written === null) return [name, null];
      const value = isWritten(written) ? readers[type](written) : undefined;
      if (value !== undefined) return [name, value];
      const shown = JSON.stringify(written).slice(0, 100);
      throw new WireError("meaningless", `Granule ${id}: ${name} is ${shown}, which is no ${type}`);
    }),
  );
}

type Written = string | number | boolean;

/** Undefined for a value of another type. */
const readers: Readonly<Record<AttributeType, (written: Written) => GranuleValue | undefined>> = {
  string: String,
  uuid: String,
  geometry: String,
  integer: numberOf,
  long: numberOf,
  float: numberOf,
  double: numberOf,
  boolean: booleanOf,
  timestamp: (written) => (typeof written === "string" ? parseInstant(written.trim()) : undefined),
};

function isWritten(value: unknown): value is Written {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function numberOf(written: Written): number | undefined {
  if (typeof written === "boolean" || String(written).trim() === "") return undefined;
  const number = Number(written);
  return Number.isFinite(number) ? number : undefined;
}

function booleanOf(written: Written): boolean | undefined {
  const text = String(written).trim();
  return text === "true" || text === "false" ? text === "true" : undefined;
}
