/** Types for the evaluation of filters: rows, predicates and indexes. */
import type { Filter } from "../../model/filter.ts";
import type { Geometry } from "../../model/geometry.ts";
import type { Granule, IndexSchema } from "../../model/granule.ts";
import { shapeOf, type Shape } from "./geometry.ts";

/** Null means unknown. */
export type Truth = boolean | null;

export type Condition<Type extends Filter["type"]> = Extract<Filter, { readonly type: Type }>;

export type Predicate = (row: Row) => Truth;

/** A granule; its shape is computed at the first use. */
export interface Row {
  readonly granule: Granule;
  readonly shape: () => Shape;
}

export function rowOf(granule: Granule): Row {
  let shape: Shape | undefined;
  return { granule, shape: () => (shape ??= shapeOf(granule.footprint)) };
}

/** Operations on coordinate systems that a filter may need. */
export interface Systems {
  /** Transforms to the CRS of the index; may throw. Without it, other SRIDs are rejected. */
  readonly reproject?: (geometry: Geometry, fromSrid: number, toCrs: string) => Geometry;
  /** Unit of the index's CRS. Without it, distances work only in EPSG:4326 and EPSG:3857. */
  readonly unit?: "degree" | { readonly metres: number };
}

export interface Index extends Systems {
  readonly schema: IndexSchema;
}
