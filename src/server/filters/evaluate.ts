/** Says of granules whether a filter matches them, by the meaning that the model writes down. */
import type { Filter } from "../../model/filter.ts";
import { granuleId, type Granule, type IndexSchema } from "../../model/granule.ts";
import { judgeValues } from "./comparisons.ts";
import type { Scope } from "./expressions.ts";
import { allOf, anyOf, negation } from "./junctions.ts";
import { rowOf, type Condition, type Index, type Judge, type Systems } from "./row.ts";
import { attributeNamed } from "./schema.ts";
import { judgeSpace, type AboutSpace } from "./spatial.ts";

/**
 * A function that says whether a granule of the index matches. Throws FilterError where the filter
 * names what the index has not, compares what cannot be compared, or holds geometries that are
 * not valid or in a system that `systems` cannot read; the function itself never throws.
 */
export function matcher(
  filter: Filter,
  schema: IndexSchema,
  systems: Systems = {},
): (granule: Granule) => boolean {
  const judge = judgeOf(filter, { ...systems, schema });
  return (granule) => judge(rowOf(granule)) === true;
}

/** Sees that a filter makes sense for an index. Throws FilterError as `matcher` does. */
export function checkFilter(filter: Filter, schema: IndexSchema, systems: Systems = {}): void {
  judgeOf(filter, { ...systems, schema });
}

function judgeOf(filter: Filter, index: Index): Judge {
  if ("filters" in filter) {
    const judges = filter.filters.map((inner) => judgeOf(inner, index));
    return filter.type === "and" ? allOf(judges) : anyOf(judges);
  }
  if (filter.type === "not") return negation(judgeOf(filter.filter, index));
  if (isKnown(filter)) return judgeKnown(filter, index);
  if (isAboutSpace(filter)) return judgeSpace(filter, index);
  const scope: Scope = { ...index, conditionOf: (inner) => judgeOf(inner, index) };
  return judgeValues(filter, scope);
}

type Known = Condition<"include" | "exclude" | "exists" | "ids">;

function isKnown(filter: Filter): filter is Known {
  const { type } = filter;
  return type === "include" || type === "exclude" || type === "exists" || type === "ids";
}

function isAboutSpace(filter: Filter): filter is AboutSpace {
  return filter.type === "spatial" || filter.type === "relate" || filter.type === "distance";
}

/** Conditions that are never unknown. */
function judgeKnown(filter: Known, { schema }: Index): Judge {
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
