/** What filters see of a granule, and what they need to know beside the schema of its index. */
import type { Filter } from "../../model/filter.ts";
import type { Geometry } from "../../model/geometry.ts";
import type { Granule, IndexSchema } from "../../model/granule.ts";
import { shapeOf, type Shape } from "./geometry.ts";

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/** Conditions of some types. */
export type Condition<Type extends Filter["type"]> = Extract<Filter, { readonly type: Type }>;

/** Says of a row whether a condition holds. */
export type Predicate = (row: Row) => Truth;

/** A granule whose footprint is made ready when a filter first asks for it. */
export interface Row {
  readonly granule: Granule;
  readonly shape: () => Shape;
}

/** A row of a granule. */
export function rowOf(granule: Granule): Row {
  let shape: Shape | undefined;
  return { granule, shape: () => (shape ??= shapeOf(granule.footprint)) };
}

/** What a filter may need to know about coordinate systems. */
export interface Systems {
  /**
   * Brings a geometry from the system of that EPSG number to that of the index. It may throw.
   * Without it, geometries of other systems are refused.
   */
  readonly reproject?: (geometry: Geometry, fromSrid: number, toCrs: string) => Geometry;
  /**
   * What one unit of the index's system is: a degree, or so many metres. Without it only the
   * units of EPSG:4326 and EPSG:3857 are known, and distances in others are refused.
   */
  readonly unit?: "degree" | { readonly metres: number };
}

/** An index, as filters see it. */
export interface Index extends Systems {
  readonly schema: IndexSchema;
}
