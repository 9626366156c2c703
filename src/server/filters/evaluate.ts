/** Evaluates filters on granules with the semantics that the model defines. */
import type { Filter } from "../../model/filter.ts";
import { granuleId, type Granule, type IndexSchema } from "../../model/granule.ts";
import { valuePredicate } from "./comparisons.ts";
import type { Scope } from "./expressions.ts";
import { allOf, anyOf, negation } from "./junctions.ts";
import { rowOf, type Condition, type Index, type Predicate, type Systems } from "./row.ts";
import { attributeNamed } from "./schema.ts";
import { spatialPredicate, type AboutSpace } from "./spatial.ts";

/**
 * A function that says whether a granule matches; the function never throws. Throws FilterError for
 * unknown names, incomparable values, and geometries that are invalid or in a CRS that `systems`
 * cannot transform.
 */
export function matcher(
  filter: Filter,
  schema: IndexSchema,
  systems: Systems = {},
): (granule: Granule) => boolean {
  const predicate = predicateOf(filter, { ...systems, schema });
  return (granule) => predicate(rowOf(granule)) === true;
}

/** Throws FilterError as `matcher` does. */
export function checkFilter(filter: Filter, schema: IndexSchema, systems: Systems = {}): void {
  predicateOf(filter, { ...systems, schema });
}

function predicateOf(filter: Filter, index: Index): Predicate {
  if ("filters" in filter) {
    const predicates = filter.filters.map((inner) => predicateOf(inner, index));
    return filter.type === "and" ? allOf(predicates) : anyOf(predicates);
  }
  if (filter.type === "not") return negation(predicateOf(filter.filter, index));
  if (isKnown(filter)) return knownPredicate(filter, index);
  if (isAboutSpace(filter)) return spatialPredicate(filter, index);
  const scope: Scope = { ...index, conditionOf: (inner) => predicateOf(inner, index) };
  return valuePredicate(filter, scope);
}

type Known = Condition<"include" | "exclude" | "exists" | "ids">;

function isKnown(filter: Filter): filter is Known {
  const { type } = filter;
  return type === "include" || type === "exclude" || type === "exists" || type === "ids";
}

function isAboutSpace(filter: Filter): filter is AboutSpace {
  return filter.type === "spatial" || filter.type === "relate" || filter.type === "distance";
}

/** Conditions that are never null. */
function knownPredicate(filter: Known, { schema }: Index): Predicate {
  if (filter.type === "ids") {
    const ids = new Set(filter.ids);
    return ({ granule }) => ids.has(granuleId(schema, granule));
  }
  const holds =
    filter.type === "exists"
      ? attributeNamed(schema, filter.attribute) !== undefined
      : filter.type === "include";
  return () => holds;
}
