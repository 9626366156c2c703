/** Reads, writes and compares the columns of an index in PostGIS. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { GranuleValue, IndexAttribute } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { Systems } from "../filters/row.ts";
import { valueTypeOf } from "../filters/schema.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import { selectionOf } from "./granule-index-evaluation.ts";
import type { IndexTable } from "./granule-index.ts";
import { ROWS_PER_INSERT } from "./granule-index-postgres.ts";
import { columnsOf, EARLIEST, LATEST, timeAttribute } from "./granule-index-rows.ts";
import type { PostgisTable } from "./postgis-table.ts";
import type { PostgisDatabase } from "./postgis.ts";

/** Decimal places that distinguish all doubles. */
const DIGITS = 30;

export function indexTable(
  { queries, together }: PostgisDatabase,
  found: PostgisTable,
  systems: Systems,
): IndexTable {
  const { schema, name, key } = found;
  const id = sql.id(key);
  const footprint = sql.id(schema.geometry);
  const columns = columnsOf(schema);
  const attributes = columns.map(({ attribute }) => attribute);
  const table: IndexTable = {
    queries,
    schema,
    rows: name,
    id,
    location: sql.id(schema.location),
    columns,
    selected: sql.join([
      sql`${id} as id, ${readable(found, { name: schema.geometry, type: "geometry" })} as footprint`,
      ...columns.map((one) => sql`${readable(found, one.attribute)} as ${sql.id(one.name)}`),
    ]),
    sides: {
      minx: sql`ST_XMin(${footprint})`,
      miny: sql`ST_YMin(${footprint})`,
      maxx: sql`ST_XMax(${footprint})`,
      maxy: sql`ST_YMax(${footprint})`,
    },
    insertion: {
      into: name,
      columns: [footprint, ...attributes.map((one) => sql.id(one.name))],
      places: [footprintPlace(found), ...attributes.map((one) => placeOf(found, one))],
      most: ROWS_PER_INSERT,
    },
    cellsOf: (row) => [
      JSON.stringify(row.footprint),
      ...attributes.map((one) => cellOf(one, row.values[one.name] ?? null)),
    ],
    select: async (filter) => {
      const selection = selectionOf(filter, postgisColumns(found, systems));
      return {
        ...selection,
        where: sql<SqlBool>`(${selection.where}) and ${footprint} is not null`,
      };
    },
    together: (access, work) =>
      together(access, async (transaction) => {
        // Two harvests of one file would duplicate its rows.
        if (access === "read write")
          await sql`lock table ${name} in share row exclusive mode`.execute(transaction);
        return work({ ...table, queries: transaction });
      }),
  };
  return table;
}

function postgisColumns(table: PostgisTable, systems: Systems): SqlColumns {
  const { schema, key, srid } = table;
  const side = (value: number) =>
    sql`${Math.max(-limits.coordinate, Math.min(limits.coordinate, value))}::float8`;
  return {
    ...systems,
    schema,
    time: timeAttribute(schema)?.name,
    id: sql.id(key),
    value: (attribute) => comparable(table, attribute),
    constant: (attribute, value) => {
      if (attribute.type === "timestamp")
        return sql`${cellOf(attribute, value)}::${typeOf(table, attribute)}`;
      if (typeof value === "number") return sql`${value}::float8`;
      return typeof value === "boolean" ? sql`${value}::boolean` : sql`${value}::text`;
    },
    ordered: (text) => sql`${text} collate "C"`,
    like: (text, pattern) => sql<SqlBool>`${text} like ${pattern}::text`,
    meets: ({ minx, miny, maxx, maxy }) =>
      sql<SqlBool>`${sql.id(schema.geometry)} && ST_MakeEnvelope(${side(minx)}, ${side(miny)},
        ${side(maxx)}, ${side(maxy)}, ${sql.lit(srid)})`,
    areBoxes: false,
  };
}

function typeOf({ types }: PostgisTable, { name }: IndexAttribute): RawBuilder<unknown> {
  return sql.raw(types.get(name) ?? "text");
}

/** Numbers are compared as doubles, as in filters; times keep their type, for their index. */
function comparable({ types }: PostgisTable, attribute: IndexAttribute): RawBuilder<unknown> {
  const column = sql.id(attribute.name);
  const kept = types.get(attribute.name);
  if (kept === "uuid") return sql`${column}::text`;
  if (valueTypeOf(attribute) !== "number") return column;
  // A float4 widened directly to a double has other digits.
  return kept === "float4" ? sql`${column}::text::float8` : sql`${column}::float8`;
}

function readable(table: PostgisTable, attribute: IndexAttribute): RawBuilder<unknown> {
  const column = comparable(table, attribute);
  if (attribute.type === "timestamp")
    return sql`floor(extract(epoch from ${column}) * 1000)::float8`;
  return attribute.type === "geometry"
    ? sql`ST_AsGeoJSON(ST_Force2D(${column}), ${sql.lit(DIGITS)})`
    : column;
}

/** What stands for a cell in statements that write. */
function placeOf(table: PostgisTable, attribute: IndexAttribute): RawBuilder<unknown> {
  const type = typeOf(table, attribute);
  return valueTypeOf(attribute) === "number" && table.types.get(attribute.name) !== "numeric"
    ? sql`${0}::float8::${type}`
    : sql`${0}::${type}`;
}

/** Instants outside the years that PostgreSQL knows become infinite. */
function cellOf({ type }: IndexAttribute, value: GranuleValue): GranuleValue {
  if (type !== "timestamp" || value === null) return value;
  const instant = Number(value);
  if (instant < EARLIEST) return "-infinity";
  return instant > LATEST ? "infinity" : new Date(Math.trunc(instant)).toISOString();
}

/** What stands for a footprint in statements that write, as GeoJSON. */
function footprintPlace({ srid, isMulti }: PostgisTable): RawBuilder<unknown> {
  const geometry = sql`ST_SetSRID(ST_GeomFromGeoJSON(${""}::text), ${sql.lit(srid)})`;
  return isMulti ? sql`ST_Multi(${geometry})` : geometry;
}
