/**
 * The tables of one embedded index: rows with a column for each attribute, and an R*Tree of their
 * boxes and times. Names of columns are made here, so no text of a user becomes a name.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Systems } from "../filters/row.ts";
import type { AttributeType, IndexAttribute, IndexSchema } from "../../model/granule.ts";
import { timeAttribute, valueAttributes } from "./granule-index-rows.ts";
import type { Tables } from "./schema.ts";

/** An attribute and the column that holds it. */
export interface TableColumn {
  readonly attribute: IndexAttribute;
  readonly name: string;
}

/** Where one index is kept, on the connection that reads or changes it. */
export interface IndexTable {
  readonly database: Kysely<Tables>;
  /** Number of the index. */
  readonly number: number;
  readonly name: string;
  readonly rows: RawBuilder<unknown>;
  /** The R*Tree. Its times are days. */
  readonly boxes: RawBuilder<unknown>;
  readonly schema: IndexSchema;
  readonly columns: readonly TableColumn[];
  readonly location: TableColumn;
  readonly time: TableColumn | undefined;
  readonly systems: Systems;
}

/** Milliseconds in the unit of the R*Tree's times. */
export const TIME_UNIT_MS = 86_400_000;

/** Numbers are doubles, as filters see them, so that arithmetic and comparisons agree. */
const SQL_TYPES: Readonly<Record<AttributeType, string>> = {
  string: "text",
  uuid: "text",
  integer: "real",
  long: "real",
  double: "real",
  float: "real",
  boolean: "integer",
  timestamp: "integer",
  geometry: "text",
};

/** The tables of an index by its number; they need not be there yet. */
export function indexTable(
  database: Kysely<Tables>,
  { number, schema, systems }: Pick<IndexTable, "number" | "schema" | "systems">,
): IndexTable {
  const name = `granules_${number}`;
  const columns = valueAttributes(schema).map((attribute, index) => ({
    attribute,
    name: `a${index}`,
  }));
  const location = columns.find(({ attribute }) => attribute.name === schema.location);
  if (location === undefined) throw new TypeError(`no attribute ${schema.location} in the schema`);
  const time = timeAttribute(schema);
  return {
    database,
    number,
    name,
    rows: sql.table(name),
    boxes: sql.table(`${name}_boxes`),
    schema,
    columns,
    location,
    time: columns.find(({ attribute }) => attribute === time),
    systems,
  };
}

/** Creates the tables of an index. */
export async function createIndexTables(table: IndexTable): Promise<void> {
  const { database, name, rows, columns, time, location } = table;
  const typed = columns.map(
    (column) => sql`, ${sql.id(column.name)} ${sql.raw(SQL_TYPES[column.attribute.type])}`,
  );
  await sql`create table ${rows} (
    id integer primary key autoincrement,
    -- GeoJSON; null where the footprint is the box itself
    footprint text,
    minx real not null, miny real not null, maxx real not null, maxy real not null
    ${sql.join(typed, sql``)}
  ) strict`.execute(database);
  const spans = sql.raw(time === undefined ? "" : ", mint, maxt");
  await sql`create virtual table ${table.boxes}
    using rtree(id, minx, maxx, miny, maxy${spans})`.execute(database);
  const index = (suffix: string, on: RawBuilder<unknown>) =>
    sql`create index ${sql.id(`${name}_${suffix}`)} on ${rows} ${on}`.execute(database);
  await index("location", sql`(${sql.id(location.name)})`);
  if (time !== undefined) await index("time", sql`(${sql.id(time.name)})`);
  await index("shapes", sql`(id) where footprint is not null`);
}

/** Removes the tables of an index. */
export async function dropIndexTables({ database, rows, boxes }: IndexTable): Promise<void> {
  await sql`drop table ${boxes}`.execute(database);
  await sql`drop table ${rows}`.execute(database);
}
