/** Reads, writes and compares the columns of an index in PostGIS. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Box, Footprint } from "../../model/geometry.ts";
import type { AttributeType, GranuleValue, IndexAttribute } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { Systems } from "../filters/row.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import { timeAttribute } from "./granule-index-rows.ts";
import type { PostgisTable } from "./postgis-table.ts";

/** Decimal places that distinguish all doubles. */
const DIGITS = 30;
const FIRST_YEAR = Date.parse("0001-01-01T00:00:00Z");
const LAST_YEAR = Date.parse("9999-12-31T23:59:59.999Z");

const NUMBERS: ReadonlySet<AttributeType> = new Set(["integer", "long", "double", "float"]);

export function postgisColumns(table: PostgisTable, systems: Systems): SqlColumns {
  const { schema, key } = table;
  return {
    ...systems,
    schema,
    time: timeAttribute(schema)?.name,
    id: sql.id(key),
    number: (id) => sql`${id}::bigint`,
    value: (attribute) => comparable(table, attribute),
    constant: (attribute, value) => constantOf(table, attribute, value),
    ordered: (text) => sql`${text} collate "C"`,
    like: (text, pattern) => sql<SqlBool>`${text} like ${pattern}::text`,
    meets: (box) => sql<SqlBool>`${sql.id(schema.geometry)} && ${envelope(table, box)}`,
    areBoxes: false,
  };
}

function envelope({ srid }: PostgisTable, box: Box): RawBuilder<unknown> {
  const side = (value: number) =>
    sql`${Math.max(-limits.coordinate, Math.min(limits.coordinate, value))}::float8`;
  return sql`ST_MakeEnvelope(${side(box.minx)}, ${side(box.miny)}, ${side(box.maxx)},
    ${side(box.maxy)}, ${sql.lit(srid)})`;
}

/** Numbers are compared as doubles, as in filters; times keep their type, for their index. */
function comparable({ types }: PostgisTable, { name, type }: IndexAttribute): RawBuilder<unknown> {
  const column = sql.id(name);
  const kept = types.get(name);
  if (type === "uuid" && kept === "uuid") return sql`${column}::text`;
  if (!NUMBERS.has(type)) return column;
  // A float4 widened directly to a double has other digits.
  return kept === "float4" ? sql`${column}::text::float8` : sql`${column}::float8`;
}

function constantOf(
  { types }: PostgisTable,
  { name, type }: IndexAttribute,
  value: string | number | boolean,
): RawBuilder<unknown> {
  if (type === "timestamp")
    return sql`${timeText(Number(value))}::${sql.raw(types.get(name) ?? "timestamp")}`;
  if (typeof value === "number") return sql`${value}::float8`;
  return typeof value === "boolean" ? sql`${value}::boolean` : sql`${value}::text`;
}

/** Instants outside the allowed years become infinite. */
function timeText(instant: number): string {
  if (instant < FIRST_YEAR) return "-infinity";
  return instant > LAST_YEAR ? "infinity" : new Date(Math.trunc(instant)).toISOString();
}

export function readable(table: PostgisTable, attribute: IndexAttribute): RawBuilder<unknown> {
  const column = comparable(table, attribute);
  const { type } = attribute;
  if (type === "timestamp") return sql`floor(extract(epoch from ${column}) * 1000)::float8`;
  if (type === "geometry") return sql`ST_AsGeoJSON(ST_Force2D(${column}), ${sql.lit(DIGITS)})`;
  return type === "string" || type === "uuid" ? sql`${column}::text` : column;
}

export function writable(
  { types }: PostgisTable,
  { name, type }: IndexAttribute,
  value: GranuleValue,
): RawBuilder<unknown> {
  const of = types.get(name) ?? "text";
  if (value === null) return sql`null`;
  if (type === "timestamp") return sql`${timeText(Number(value))}::${sql.raw(of)}`;
  if (typeof value !== "number" || of === "numeric") return sql`${String(value)}::${sql.raw(of)}`;
  return sql`${value}::float8::${sql.raw(of)}`;
}

export function footprintAs(
  { srid, isMulti }: PostgisTable,
  footprint: Footprint,
): RawBuilder<unknown> {
  const geometry = sql`ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(footprint)}::text),
    ${sql.lit(srid)})`;
  return isMulti ? sql`ST_Multi(${geometry})` : geometry;
}
