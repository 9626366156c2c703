/**
 * The table of an index in PostGIS, as GeoServer creates it: named after the type, with columns
 * named after attributes. An existing table is used when its columns fit.
 */
import { sql, type RawBuilder } from "kysely";
import type { AttributeType, IndexSchema } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { timeAttribute } from "./granule-index-rows.ts";
import { failure, type PostgisDatabase, type PostgisQueries } from "./postgis.ts";

export interface PostgisTable {
  readonly schema: IndexSchema;
  /** Qualified by the schema. */
  readonly name: RawBuilder<unknown>;
  /** The primary key column, a number that the database assigns. */
  readonly key: string;
  /** By column name, as in `pg_type`. */
  readonly types: ReadonlyMap<string, string>;
  /** The system of the footprints; 0 for none. */
  readonly srid: number;
  /** Whether only multipolygons are accepted. */
  readonly isMulti: boolean;
}

const KEY = "fid";

const SQL_TYPES: Readonly<Record<Exclude<AttributeType, "geometry">, string>> = {
  string: "varchar",
  // Text, so that case is significant as everywhere else.
  uuid: "varchar",
  integer: "integer",
  long: "bigint",
  double: "double precision",
  // A narrower type would change the values.
  float: "double precision",
  boolean: "boolean",
  timestamp: "timestamp",
};

const FITTING: Readonly<Record<AttributeType, readonly string[]>> = {
  string: ["varchar", "text"],
  uuid: ["varchar", "text", "uuid"],
  integer: ["int2", "int4", "int8", "numeric"],
  long: ["int8", "int4", "numeric"],
  double: ["float8", "float4", "numeric"],
  float: ["float8", "float4", "numeric"],
  boolean: ["bool"],
  timestamp: ["timestamp", "timestamptz"],
  geometry: ["geometry"],
};

export interface MakeTable {
  readonly mark: string;
}

export function markText(mark: string): string {
  return `plumbline ${mark}`;
}

/** Creates the table with `make`. Rejects with IndexError when it is missing or does not fit. */
export async function openTable(
  database: PostgisDatabase,
  schema: IndexSchema,
  make: MakeTable | undefined,
): Promise<PostgisTable> {
  checkNames(database, schema);
  const { schema: place } = database.connection;
  return database.runTogether(async (queries) => {
    const whole = `${place}.${schema.typeName}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${whole}::text, 0))`.execute(queries);
    const found = await describe(queries, place, schema.typeName);
    if (found !== undefined) return fitted(database, schema, found);
    if (make === undefined) throw failure(database.connection, "unusable", missing(whole));
    await createTable(queries, place, schema);
    await comment(queries, place, schema, markText(make.mark));
    const made = await describe(queries, place, schema.typeName);
    if (made === undefined) throw failure(database.connection, "unusable", "it keeps no tables");
    return fitted(database, schema, made);
  }, "read write");
}

/** The comment on a table; undefined without a table. */
export function commentOf(
  { connection, run }: PostgisDatabase,
  { typeName }: IndexSchema,
): Promise<string | null | undefined> {
  return run(async (queries) => (await describe(queries, connection.schema, typeName))?.comment);
}

function missing(table: string): string {
  return `its table ${table} is not there any more; a harvest makes it again`;
}

/** COMMENT takes no parameters. */
async function comment(
  queries: PostgisQueries,
  place: string,
  { typeName }: IndexSchema,
  text: string,
): Promise<void> {
  const table = sql.id(place, typeName);
  await sql`comment on table ${table} is ${sql.lit(text)}`.execute(queries);
}

function checkNames({ connection }: PostgisDatabase, schema: IndexSchema): void {
  const names = schema.attributes.map(({ name }) => name);
  for (const name of [schema.typeName, ...names]) {
    const bytes = Buffer.byteLength(name);
    if (
      bytes === 0 ||
      bytes > limits.identifierBytes ||
      name.includes("\0") ||
      !name.isWellFormed()
    )
      throw failure(
        connection,
        "unusable",
        `${JSON.stringify(name)} cannot be the name of a table or column; it must have ` +
          `1 to ${limits.identifierBytes} bytes and has ${bytes}`,
      );
  }
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw failure(connection, "unusable", `two attributes have the name ${twice}`);
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
  readonly filled: boolean;
  readonly key: boolean;
  readonly srid: number | null;
  readonly shape: string | null;
}

interface Described {
  readonly columns: readonly Column[];
  readonly comment: string | null;
}

/** Undefined when there is no such relation. */
async function describe(
  queries: PostgisQueries,
  place: string,
  name: string,
): Promise<Described | undefined> {
  const relation = await sql<{ oid: number; kind: string; comment: string | null }>`select
    r.oid::int8::float8 as oid, relkind::text as kind,
    obj_description(r.oid, 'pg_class') as comment from "pg_class" r join pg_namespace n on n.oid = relnamespace
    where nspname = ${place}::text and relname = ${name}::text`.execute(queries);
  const [row] = relation.rows;
  if (row === undefined) return undefined;
  const { comment } = row;
  if (row.kind !== "r" && row.kind !== "p") return { columns: [], comment };
  const columns = await sql<Column>`select attname as name, typname as type,
      attnotnull as needed, atthasdef or attidentity <> '' as filled,
      coalesce(indkey = attnum::text::int2vector, false) as key,
      case when typname = 'geometry' then postgis_typmod_srid(atttypmod) end as srid,
      case when typname = 'geometry' then postgis_typmod_type(atttypmod) end as shape
    from pg_attribute a join pg_type t on t.oid = atttypid
      left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${row.oid}::float8::int8::oid and attnum > 0 and not attisdropped
    order by attnum`.execute(queries);
  return { columns: columns.rows, comment };
}

async function createTable(
  queries: PostgisQueries,
  place: string,
  schema: IndexSchema,
): Promise<void> {
  const name = sql.id(place, schema.typeName);
  const columns = schema.attributes.map((attribute) => {
    const type =
      attribute.type === "geometry"
        ? `geometry(Geometry, ${sridOf(schema)})`
        : SQL_TYPES[attribute.type];
    return sql`, ${sql.id(attribute.name)} ${sql.raw(type)}`;
  });
  await sql`create table ${name} (${sql.id(KEY)} serial primary key ${sql.join(columns, sql``)})`.execute(
    queries,
  );
  await sql`create index on ${name} using gist (${sql.id(schema.geometry)})`.execute(queries);
  await sql`create index on ${name} (${sql.id(schema.location)})`.execute(queries);
  const time = timeAttribute(schema);
  if (time !== undefined)
    await sql`create index on ${name} (${sql.id(time.name)})`.execute(queries);
}

/** The EPSG number, or 0. */
function sridOf({ crs }: IndexSchema): number {
  const digits = /^EPSG:(\d{1,6})$/.exec(crs)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

function fitted(
  { connection }: PostgisDatabase,
  schema: IndexSchema,
  { columns }: Described,
): PostgisTable {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const geometry = byName.get(schema.geometry);
  const key = columns.find((column) => column.key);
  const misfits = [...columnMisfits(schema, byName), ...keyMisfits(schema, columns, key)];
  if (key === undefined || geometry === undefined || misfits.length > 0)
    throw failure(
      connection,
      "unusable",
      `the table ${schema.typeName} in its schema ${connection.schema} is of another kind: ` +
        `${misfits.join("; ")}. Rename one of them, or remove the table`,
    );
  return {
    schema,
    name: sql.id(connection.schema, schema.typeName),
    key: key.name,
    types: new Map(columns.map(({ name, type }) => [name, type])),
    srid: geometry.srid ?? 0,
    isMulti: /^multipolygon/i.test(geometry.shape ?? ""),
  };
}

function columnMisfits(
  schema: IndexSchema,
  columns: ReadonlyMap<string, Column>,
): readonly string[] {
  return schema.attributes.flatMap(({ name, type }) => {
    const column = columns.get(name);
    if (column === undefined) return [`no column ${name}`];
    if (!FITTING[type].includes(column.type))
      return [`the column ${name} is ${column.type}, not ${FITTING[type].join(" or ")}`];
    if (type !== "geometry") return [];
    const isPolygons = /^(?:geometry|polygon|multipolygon)$/i.test(column.shape ?? "");
    if (!isPolygons) return [`the column ${name} holds ${column.shape}`];
    const expected = sridOf(schema);
    if (column.srid === expected || column.srid === 0) return [];
    return [`the column ${name} is in the system ${column.srid}, not ${expected}`];
  });
}

function keyMisfits(
  schema: IndexSchema,
  columns: readonly Column[],
  key: Column | undefined,
): readonly string[] {
  if (key === undefined) return ["no primary key of one column"];
  const numbers = !/^int[48]$/.test(key.type) || !key.filled;
  const needed = columns.filter(
    ({ name, needed, filled }) =>
      needed && !filled && schema.attributes.every((attribute) => attribute.name !== name),
  );
  return [
    ...(numbers ? [`the key ${key.name} is no number that the database gives`] : []),
    ...needed.map(({ name }) => `the column ${name} must have a value`),
  ];
}
