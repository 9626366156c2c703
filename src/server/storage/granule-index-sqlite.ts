/** Granule indexes of a catalog in SQLite, with an R*Tree of boxes and times. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { Extent } from "../filters/extent.ts";
import { meeting, within, type IndexDialect, type EmbeddedTable } from "./granule-index-table.ts";

/** A day: the unit of times in the R*Tree. */
const TIME_UNIT_MS = 86_400_000;

export const sqliteIndexes: IndexDialect = {
  key: "integer primary key autoincrement",
  // Numbers are doubles, as in filters, so that arithmetic and comparisons agree.
  types: { text: "text", number: "real", boolean: "integer", instant: "integer", geometry: "text" },
  tableOptions: "strict",
  locationIndex: "",
  rowsPerInsert: 32,
  isBlocking: true,
  // The plus keeps the planner off the index on times; the R*Tree has already restricted them.
  compared: (column) => sql`+${column}`,
  constant: (value) => sql`${value}`,
  like: (text, pattern) => sql<SqlBool>`${text} glob ${globOf(pattern)}`,
  near,
  createBoxes: (table) => {
    const spans = sql.raw(table.time === undefined ? "" : ", mint, maxt");
    return sql`create virtual table ${boxesOf(table)}
      using rtree(id, minx, maxx, miny, maxy${spans})`.execute(table.queries);
  },
  boxes: (table) => ({
    put: () => putBoxes(table),
    remove: (ids) =>
      sql`delete from ${boxesOf(table)} where id in (${sql.join(ids)})`.execute(table.queries),
    drop: () => sql`drop table ${boxesOf(table)}`.execute(table.queries),
  }),
};

function boxesOf({ name }: EmbeddedTable): RawBuilder<unknown> {
  return sql.table(`${name}_boxes`);
}

/** GLOB is case-sensitive; brackets escape its special characters. */
function globOf(pattern: string): string {
  return pattern.replace(/\\(.)|[%_*?[]/gsu, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return /[*?[]/.test(escaped) ? `[${escaped}]` : escaped;
    if (sign === "%") return "*";
    return sign === "_" ? "?" : `[${sign}]`;
  });
}

/** The R*Tree does not help where so many rows are near that a full scan in order is faster. */
async function near(
  table: EmbeddedTable,
  extent: Extent,
): Promise<RawBuilder<SqlBool> | undefined> {
  const bounds = [...meeting(extent)];
  if (table.time !== undefined)
    bounds.push(
      [sql`mint <=`, extent.to / TIME_UNIT_MS],
      [sql`maxt >=`, extent.from / TIME_UNIT_MS],
    );
  if (!bounds.some(([, bound]) => Number.isFinite(bound))) return undefined;
  const boxes = sql`from ${boxesOf(table)} where ${within(bounds)}`;
  const probe = await sql<{ count: number }>`select count(*) as count from
    (select 1 ${boxes} limit ${limits.narrowRows})`.execute(table.queries);
  if ((probe.rows[0]?.count ?? 0) >= limits.narrowRows) return undefined;
  return sql<SqlBool>`id in (select id ${boxes})`;
}

/** SQLite keeps the ids of an R*Tree in a table, whose highest id is found without a scan. */
async function putBoxes(table: EmbeddedTable): Promise<void> {
  const { queries, name, rows, time } = table;
  const day = time && sql`coalesce(${time}, 0) / ${sql.lit(TIME_UNIT_MS)}.0`;
  const times = day === undefined ? sql`` : sql`, ${day}, ${day}`;
  await sql`insert into ${boxesOf(table)} select id, minx, maxx, miny, maxy${times} from ${rows}
    where id > coalesce((select max(rowid) from ${sql.table(`${name}_boxes_rowid`)}), 0)`.execute(
    queries,
  );
}
