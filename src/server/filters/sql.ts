/**
 * Compiles filters to SQL for two dialects. What SQL cannot express exactly becomes a wider
 * condition: no matching row is missed, the result is not exact, and the caller has to pass the
 * rows through `matcher`. Run `matcher` first, because it rejects invalid filters.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Expression, Filter } from "../../model/filter.ts";
import { granuleNumber } from "../../model/granule.ts";
import { conditionOf } from "./condition-functions.ts";
import { attributeNamed } from "./schema.ts";
import type { SqlColumns } from "./sql-columns.ts";
import { compare, isAmong, isLike, isNull, relatesToTime } from "./sql-compare.ts";
import { isDistant, isRelated, matchesMatrix } from "./sql-space.ts";
import {
  always,
  both,
  either,
  exactly,
  never,
  opposite,
  unknown,
  type Sides,
} from "./sql-sides.ts";
import type { Extent } from "./extent.ts";

export interface CompiledFilter {
  /** True for every matching row; for no other row if `exact`. */
  readonly where: RawBuilder<SqlBool>;
  readonly exact: boolean;
  /** Contains every matching row. */
  readonly extent: Extent;
}

/** Compiles a filter that `matcher` has accepted. */
export function compileFilter(filter: Filter, columns: SqlColumns): CompiledFilter {
  const { yes, exact } = sidesOf(filter, columns);
  return { where: yes.sql, exact, extent: yes.extent };
}

function sidesOf(filter: Filter, columns: SqlColumns): Sides {
  if (filter.type === "not") return opposite(sidesOf(filter.filter, columns));
  if (isJunction(filter)) {
    const parts = filter.filters.map((part) => sidesOf(part, columns));
    return filter.type === "and" ? both(parts) : either(parts);
  }
  if (filter.type === "predicate") {
    const condition = conditionOf(filter.call);
    return condition === undefined ? unknown : sidesOf(condition, columns);
  }
  if (filter.type === "spatial") return isRelated(columns, filter);
  if (filter.type === "relate") return matchesMatrix(columns, filter);
  if (filter.type === "distance") return isDistant(columns, filter);
  return sidesOfValues(filter, columns);
}

type Junction = Extract<Filter, { readonly filters: readonly Filter[] }>;

function isJunction(filter: Filter): filter is Junction {
  return filter.type === "and" || filter.type === "or";
}

type AboutValues = Exclude<
  Filter,
  Junction | { readonly type: "not" | "predicate" | "spatial" | "relate" | "distance" }
>;

function sidesOfValues(filter: AboutValues, columns: SqlColumns): Sides {
  if (filter.type === "compare") return compare(columns, filter);
  if (filter.type === "between") return between(filter, columns);
  if (filter.type === "in") return isAmong(columns, filter);
  if (filter.type === "like") return isLike(columns, filter);
  if (filter.type === "is-null") return isNull(columns, filter.value);
  if (filter.type === "temporal") return relatesToTime(columns, filter);
  if (filter.type === "ids") return hasId(filter.ids, columns);
  if (filter.type === "exists")
    return attributeNamed(columns.schema, filter.attribute) === undefined ? never : always;
  return filter.type === "include" ? always : never;
}

function between(
  { value, low, high }: { value: Expression; low: Expression; high: Expression },
  columns: SqlColumns,
): Sides {
  return both([
    compare(columns, { operator: ">=", left: value, right: low }),
    compare(columns, { operator: "<=", left: value, right: high }),
  ]);
}

function hasId(ids: readonly string[], { schema, id }: SqlColumns): Sides {
  const numbers = ids
    .map((text) => granuleNumber(schema, text))
    .filter((found) => found !== undefined)
    .filter(Number.isSafeInteger);
  if (numbers.length === 0) return never;
  // A column may be too narrow for a number of a client.
  const list = sql.join(numbers.map((number) => sql`cast(${number} as bigint)`));
  return exactly(sql<SqlBool>`${id} in (${list})`);
}
