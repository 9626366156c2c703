/**
 * The table of an index in the database of a catalog, with a column per attribute. Dialects index
 * boxes and times differently.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { boxOf, polygonOf, type Box } from "../../model/geometry.ts";
import type { Filter } from "../../model/filter.ts";
import type { GranuleRow, GranuleValue, IndexSchema } from "../../model/granule.ts";
import type { Extent } from "../filters/extent.ts";
import type { Systems } from "../filters/row.ts";
import { valueTypeOf } from "../filters/schema.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import type { ValueType } from "../filters/values.ts";
import { selectionOf, type Selection } from "./granule-index-evaluation.ts";
import type { BoxIndex, IndexTable } from "./granule-index.ts";
import { columnsOf, timeAttribute, type TableColumn } from "./granule-index-rows.ts";
import type { Queries } from "./insert-rows.ts";

/** The table of an index, which may not exist yet. */
export interface EmbeddedTable extends IndexTable {
  readonly name: string;
  /** Undefined without an attribute for times. */
  readonly time: RawBuilder<unknown> | undefined;
  /** Coordinate systems for filters. */
  readonly systems: Systems;
  readonly dialect: IndexDialect;
}

/** What differs between the databases of catalogs. */
export interface IndexDialect {
  /** The type of a primary key that the database assigns: rising, never reused. */
  readonly key: string;
  readonly types: Readonly<Record<ValueType, string>>;
  readonly tableOptions: string;
  readonly locationIndex: string;
  readonly rowsPerInsert: number;
  /** Whether a statement holds up all other work, so that full scans are made in windows. */
  readonly isBlocking: boolean;
  /** The column of an attribute other than the location, in conditions. */
  readonly compared: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly constant: (value: string | number | null) => RawBuilder<unknown>;
  readonly like: SqlColumns["like"];
  /** A preselection of all rows that may match; undefined where no index helps. */
  readonly near: (table: EmbeddedTable, extent: Extent) => Promise<RawBuilder<SqlBool> | undefined>;
  readonly createBoxes: (table: EmbeddedTable) => Promise<unknown>;
  readonly boxes?: (table: EmbeddedTable) => BoxIndex;
}

/** What all tables of a catalog have in common. */
export type IndexOptions = Pick<EmbeddedTable, "systems" | "dialect">;

/** Columns beside the key and those of attributes. */
export const OWN_COLUMNS = ["footprint", "minx", "miny", "maxx", "maxy"] as const;

export function embeddedTable(
  queries: Queries,
  { number, schema, systems, dialect }: { number: number; schema: IndexSchema } & IndexOptions,
): EmbeddedTable {
  const columns = columnsOf(schema);
  const time = timeAttribute(schema);
  const name = `granules_${number}`;
  const rows = sql.table(name);
  const all = [...OWN_COLUMNS, ...columns.map((column) => column.name)];
  const table: EmbeddedTable = {
    queries,
    name,
    rows,
    time: time && columnNamed(columns, time.name),
    schema,
    systems,
    dialect,
    columns,
    id: sql.id("id"),
    location: columnNamed(columns, schema.location),
    selected: sql`*`,
    sides: { minx: sql`minx`, miny: sql`miny`, maxx: sql`maxx`, maxy: sql`maxy` },
    insertion: {
      into: rows,
      columns: all.map((column) => sql.id(column)),
      most: dialect.rowsPerInsert,
    },
    cellsOf: (row) => cellsOf(columns, row),
    select: (filter) => select(table, filter),
  };
  return { ...table, boxes: dialect.boxes?.(table) };
}

function columnNamed(columns: readonly TableColumn[], name: string): RawBuilder<unknown> {
  const found = columns.find(({ attribute }) => attribute.name === name);
  if (found === undefined) throw new TypeError(`no attribute ${name} with values`);
  return sql.id(found.name);
}

async function select(table: EmbeddedTable, filter: Filter): Promise<Selection> {
  const { queries, rows, id, location, columns, schema, systems, dialect } = table;
  const shaped = sql`select 1 from ${rows} where footprint is not null limit 1`;
  const { extent, ...selection } = selectionOf(filter, {
    ...systems,
    schema,
    time: timeAttribute(schema)?.name,
    id,
    value: ({ name }) =>
      name === schema.location ? location : dialect.compared(columnNamed(columns, name)),
    constant: (_attribute, value) => dialect.constant(asParameter(value)),
    ordered: (text) => text,
    like: dialect.like,
    meets: (box) => within(meeting(box)),
    areBoxes: (await shaped.execute(queries)).rows.length === 0,
  });
  const near = await dialect.near(table, extent);
  if (near === undefined) return { ...selection, isQuick: !dialect.isBlocking };
  return { ...selection, where: sql<SqlBool>`${near} and ${selection.where}` };
}

/** A side of a row with a comparison, and what it is compared with. */
export type Bound = readonly [side: RawBuilder<unknown>, bound: number];

/** The bounds of rows whose boxes intersect a box. */
export function meeting({ minx, miny, maxx, maxy }: Box): readonly Bound[] {
  return [
    [sql`minx <=`, maxx],
    [sql`maxx >=`, minx],
    [sql`miny <=`, maxy],
    [sql`maxy >=`, miny],
  ];
}

/** Whether a row is within all bounds; infinite ones are left out. */
export function within(bounds: readonly Bound[]): RawBuilder<SqlBool> {
  const terms = bounds.filter(([, bound]) => Number.isFinite(bound));
  if (terms.length === 0) return sql<SqlBool>`1 = 1`;
  const conditions = terms.map(([side, bound]) => sql`${side} ${bound}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Booleans are stored as 0 and 1. */
function asParameter(value: GranuleValue): string | number | null {
  return typeof value === "boolean" ? Number(value) : value;
}

function cellsOf(
  columns: readonly TableColumn[],
  { footprint, values }: GranuleRow,
): readonly (string | number | null)[] {
  const box = boxOf(footprint);
  if (box === undefined) throw new TypeError("a footprint without points");
  const { minx, miny, maxx, maxy } = box;
  const text = JSON.stringify(footprint);
  const isBox = text === JSON.stringify(polygonOf(box)) && minx < maxx && miny < maxy;
  const cells = columns.map(({ attribute }) => asParameter(values[attribute.name] ?? null));
  return [isBox ? null : text, minx, miny, maxx, maxy, ...cells];
}

/** Creates the table with its indexes. */
export async function createTable(table: EmbeddedTable): Promise<void> {
  const { queries, name, rows, columns, location, time, dialect } = table;
  const typed = columns.map(
    (column) =>
      sql`, ${sql.id(column.name)} ${sql.raw(dialect.types[valueTypeOf(column.attribute)])}`,
  );
  const side = sql`${sql.raw(dialect.types.number)} not null`;
  await sql`create table ${rows} (
    id ${sql.raw(dialect.key)},
    -- GeoJSON; null where the footprint is the box itself
    footprint text,
    minx ${side}, miny ${side}, maxx ${side}, maxy ${side}
    ${sql.join(typed, sql``)}) ${sql.raw(dialect.tableOptions)}`.execute(queries);
  const index = (suffix: string, on: RawBuilder<unknown>) =>
    sql`create index ${sql.id(`${name}_${suffix}`)} on ${rows} ${on}`.execute(queries);
  await dialect.createBoxes(table);
  await index("location", sql`${sql.raw(dialect.locationIndex)} (${location})`);
  if (time !== undefined) await index("time", sql`(${time})`);
  await index("shapes", sql`(id) where footprint is not null`);
}

export async function dropTable({ queries, rows, boxes }: EmbeddedTable): Promise<void> {
  await boxes?.drop();
  await sql`drop table ${rows}`.execute(queries);
}
