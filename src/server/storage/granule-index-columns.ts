/** How the columns of an embedded index are written in conditions of SQLite. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Box } from "../../model/geometry.ts";
import type { GranuleValue } from "../../model/granule.ts";
import type { Extent } from "../filters/extent.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import { TIME_UNIT_MS, type IndexTable } from "./granule-index-table.ts";

/** The columns; `areBoxes` says whether all footprints are their boxes. */
export function sqliteColumns(table: IndexTable, areBoxes: boolean): SqlColumns {
  const { schema, systems, columns, location, time } = table;
  return {
    ...systems,
    schema,
    time: time?.attribute.name,
    id: sql.ref("id"),
    number: (id) => sql`${id}`,
    value: (attribute) => {
      const column = columns.find((one) => one.attribute === attribute);
      if (column === undefined) throw new TypeError(`no column for ${attribute.name}`);
      // A plus keeps the planner off the index on times: the R*Tree has been asked about them.
      return column === location ? sql.ref(column.name) : sql`+${sql.ref(column.name)}`;
    },
    constant: (_attribute, value) => sql`${asParameter(value)}`,
    ordered: (text) => text,
    like: (text, pattern) => sql<SqlBool>`${text} glob ${globOf(pattern)}`,
    meets: (box) => within({ ...box, from: -Infinity, to: Infinity }),
    areBoxes,
  };
}

/** A value as SQLite takes it. */
export function asParameter(value: GranuleValue): string | number | null {
  return typeof value === "boolean" ? Number(value) : value;
}

/** Rows of the R*Tree in a reach; undefined when it has no bounds. */
export function inExtent(table: IndexTable, extent: Extent): RawBuilder<SqlBool> | undefined {
  const { from, to } = extent;
  const times =
    table.time === undefined ? {} : { from: from / TIME_UNIT_MS, to: to / TIME_UNIT_MS };
  const bounds = { ...extent, from: -Infinity, to: Infinity, ...times };
  return Object.values(bounds).some(Number.isFinite) ? within(bounds) : undefined;
}

function within({ minx, miny, maxx, maxy, from, to }: Box & { from: number; to: number }) {
  const terms = [
    Number.isFinite(maxx) ? [sql<SqlBool>`minx <= ${maxx}`] : [],
    Number.isFinite(minx) ? [sql<SqlBool>`maxx >= ${minx}`] : [],
    Number.isFinite(maxy) ? [sql<SqlBool>`miny <= ${maxy}`] : [],
    Number.isFinite(miny) ? [sql<SqlBool>`maxy >= ${miny}`] : [],
    Number.isFinite(to) ? [sql<SqlBool>`mint <= ${to}`] : [],
    Number.isFinite(from) ? [sql<SqlBool>`maxt >= ${from}`] : [],
  ].flat();
  return terms.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(terms, sql` and `)})`;
}

/** GLOB heeds case, and its signs are others; one that is meant as such stands in brackets. */
function globOf(pattern: string): string {
  return pattern.replace(/\\(.)|[%_*?[]/gsu, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return /[*?[]/.test(escaped) ? `[${escaped}]` : escaped;
    if (sign === "%") return "*";
    return sign === "_" ? "?" : `[${sign}]`;
  });
}
