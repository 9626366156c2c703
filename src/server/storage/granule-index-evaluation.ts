/** Selects rows of an index by a filter: in SQL as far as that goes, and row by row. */
import type { RawBuilder, SqlBool } from "kysely";
import type { Filter } from "../../model/filter.ts";
import type { Granule } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { matcher } from "../filters/evaluate.ts";
import type { Extent } from "../filters/extent.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import { compileFilter } from "../filters/sql.ts";
import { threadMs } from "../workers/thread-time.ts";

/** A SQL condition; if it is not `exact`, `matches` decides on each row. */
export interface Selection {
  readonly where: RawBuilder<SqlBool>;
  readonly exact: boolean;
  readonly matches: (granule: Granule) => boolean;
  /** Whether one statement may scan all rows; otherwise they are read in windows. */
  readonly isQuick: boolean;
}

/** Throws FilterError for a filter that the index cannot evaluate. */
export function selectionOf(
  filter: Filter,
  columns: SqlColumns,
): Selection & { readonly extent: Extent } {
  const matches = withinTime(matcher(filter, columns.schema, columns));
  return { ...compileFilter(filter, columns), matches, isQuick: true };
}

/**
 * Bounds the evaluation time of a filter, for one request; throws CatalogError (too-large) beyond
 * it. `computed` is the thread's CPU time, which costs much more to read than the clock: it is only
 * measured once the clock exceeds the bound, and counts from then on.
 */
export function withinTime<Row>(
  matches: (row: Row) => boolean,
  { now, computed } = { now: () => performance.now(), computed: threadMs },
): (row: Row) => boolean {
  let clock = now;
  let spentMs = 0;
  return (row) => {
    const start = clock();
    const isMatch = matches(row);
    spentMs += clock() - start;
    if (spentMs <= limits.evaluateMs) return isMatch;
    if (clock === computed) {
      const advice = "narrow it by a box, a time or an attribute";
      const message = `The filter takes more than ${limits.evaluateMs} ms of computing, row by row; ${advice}`;
      throw new CatalogError("too-large", message);
    }
    clock = computed;
    spentMs = 0;
    return isMatch;
  };
}
