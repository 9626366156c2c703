/**
 * Granules: the rasters of a mosaic, or slices of them, as rows of its index. What columns the
 * rows have is the index schema (docs/interface.md, 2.5 and 2.6).
 */
import type { Footprint } from "./geometry.ts";

/** What values an attribute holds. */
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

/** The columns of an index, in order. */
export interface IndexSchema {
  /** Name of the type: the first part of every granule's id. */
  readonly typeName: string;
  /** Name of the attribute with the footprint, of type geometry; the only one of that type. */
  readonly geometry: string;
  /** Name of the attribute with the path of the file. */
  readonly location: string;
  /** The coordinate system of the footprints, for example EPSG:4326. */
  readonly crs: string;
  readonly attributes: readonly IndexAttribute[];
}

/**
 * A value by the type of its attribute: string and uuid are texts, all numbers are finite
 * numbers, boolean is itself, timestamp is milliseconds since 1970 in UTC.
 */
export type GranuleValue = string | number | boolean | null;

/** Values by name of the attribute; the footprint is not among them. */
export type GranuleValues = Readonly<Record<string, GranuleValue>>;

/** A row before it is in an index. */
export interface GranuleRow {
  readonly footprint: Footprint;
  readonly values: GranuleValues;
}

/** A row of an index. `id` is a positive integer that is never used twice in that index. */
export interface Granule extends GranuleRow {
  readonly id: number;
}

/** The id that a granule has to clients: `{typeName}.{id}`. */
export function granuleId({ typeName }: IndexSchema, { id }: Granule): string {
  return `${typeName}.${id}`;
}

/** The number in a granule's id; undefined when the id is of another type or is none. */
export function granuleNumber({ typeName }: IndexSchema, text: string): number | undefined {
  if (!text.startsWith(`${typeName}.`)) return undefined;
  const digits = text.slice(typeName.length + 1);
  return /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : undefined;
}
