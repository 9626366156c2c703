/**
 * Granules: index rows of a mosaic's rasters or slices; the index schema has their columns
 * (docs/interface.md, 2.5 and 2.6).
 */
import type { Footprint } from "./geometry.ts";

/** Types of columns. */
export type AttributeType =
  | "string"
  | "integer"
  | "long"
  | "double"
  | "float"
  | "boolean"
  | "uuid"
  | "timestamp"
  | "geometry";

/** A column of an index. */
export interface IndexAttribute {
  readonly name: string;
  readonly type: AttributeType;
}

/** The ordered columns of an index. */
export interface IndexSchema {
  /** First part of all granule ids. */
  readonly typeName: string;
  /** Footprint attribute, the only one of type geometry. */
  readonly geometry: string;
  /** Attribute with the file's path. */
  readonly location: string;
  /** CRS of the footprints, for example EPSG:4326. */
  readonly crs: string;
  readonly attributes: readonly IndexAttribute[];
}

/**
 * Texts (string, uuid), finite numbers, booleans, or milliseconds since 1970 in UTC (timestamp).
 */
export type GranuleValue = string | number | boolean | null;

/** Values by attribute, without the footprint. */
export type GranuleValues = Readonly<Record<string, GranuleValue>>;

/** A row before it is inserted. */
export interface GranuleRow {
  readonly footprint: Footprint;
  readonly values: GranuleValues;
}

/** An index row. `id` is a positive integer, never reused. */
export interface Granule extends GranuleRow {
  readonly id: number;
}

/** The client-visible id: `{typeName}.{id}`. */
export function granuleId({ typeName }: IndexSchema, { id }: Granule): string {
  return `${typeName}.${id}`;
}

/** The number in a client-visible id of this type. */
export function granuleNumber({ typeName }: IndexSchema, text: string): number | undefined {
  if (!text.startsWith(`${typeName}.`)) return undefined;
  const digits = text.slice(typeName.length + 1);
  return /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : undefined;
}
