/**
 * The table of an index in PostGIS, as GeoServer creates it: named after the type, with columns
 * named after attributes. An existing table is used when its columns fit.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AttributeType, IndexSchema } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { timeAttribute } from "./granule-index-rows.ts";
import { failure, type PostgisDatabase } from "./postgis.ts";

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

/** Types of columns that fit; errors name them in this order. */
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

/** Marks a table that a catalog made. */
const markText = (mark: string) => `plumbline ${mark}`;

/**
 * Creates a missing table with the mark of a catalog, if there is one. Rejects with IndexError when
 * the table is missing or does not fit.
 */
export async function openTable(
  { connection, together }: PostgisDatabase,
  schema: IndexSchema,
  mark: string | undefined,
): Promise<PostgisTable> {
  const refuse = (what: string) => failure(connection, "unusable", what);
  const wrong = nameProblem(schema);
  if (wrong !== undefined) throw refuse(wrong);
  const place: TablePlace = [connection.schema, schema.typeName];
  return together("read write", async (queries) => {
    const whole = place.join(".");
    await sql`select pg_advisory_xact_lock(hashtextextended(${whole}::text, 0))`.execute(queries);
    let columns = await describe(queries, place);
    if (columns === undefined && mark !== undefined) {
      await createTable(queries, place, schema, mark);
      columns = await describe(queries, place);
    }
    if (columns === undefined)
      throw refuse(`its table ${whole} is not there any more; a harvest makes it again`);
    const key = columns.find((column) => column.key);
    const geometry = columns.find(({ name }) => name === schema.geometry);
    const misfits = [...columnMisfits(schema, columns), ...keyMisfits(schema, columns, key)];
    if (key === undefined || geometry === undefined || misfits.length > 0)
      throw refuse(
        `the table ${schema.typeName} in its schema ${connection.schema} is of another kind: ` +
          `${misfits.join("; ")}. Rename one of them, or remove the table`,
      );
    return {
      schema,
      name: sql.id(...place),
      key: key.name,
      types: new Map(columns.map(({ name, type }) => [name, type])),
      srid: geometry.srid ?? 0,
      isMulti: /^multipolygon/i.test(geometry.shape ?? ""),
    };
  });
}

/** Drops only a table that the catalog with this mark created. Deviation: database-stays. */
export async function dropMarked(
  { connection, queries, run }: PostgisDatabase,
  { typeName }: IndexSchema,
  mark: string,
): Promise<void> {
  const place: TablePlace = [connection.schema, typeName];
  await run(async () => {
    const found = await sql<{ comment: string | null }>`select
      obj_description(r.oid, 'pg_class') as comment ${relation(place)}`.execute(queries);
    if (found.rows[0]?.comment !== markText(mark)) return;
    await sql`drop table ${sql.id(...place)}`.execute(queries);
  });
}

function nameProblem(schema: IndexSchema): string | undefined {
  const names = schema.attributes.map(({ name }) => name);
  for (const name of [schema.typeName, ...names]) {
    const bytes = Buffer.byteLength(name);
    const isInBounds = bytes > 0 && bytes <= limits.identifierBytes;
    if (!isInBounds || name.includes("\0") || !name.isWellFormed())
      return (
        `${JSON.stringify(name)} cannot be the name of a table or column; it must have ` +
        `1 to ${limits.identifierBytes} bytes and has ${bytes}`
      );
  }
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? undefined : `two attributes have the name ${twice}`;
}

/** Schema and name. */
type TablePlace = readonly [schema: string, name: string];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly needed: boolean;
  readonly filled: boolean;
  readonly key: boolean;
  readonly srid: number | null;
  readonly shape: string | null;
}

function relation([place, name]: TablePlace): RawBuilder<unknown> {
  return sql`from "pg_class" r join pg_namespace n
    on n.oid = relnamespace and nspname = ${place}::text and relname = ${name}::text`;
}

/** Undefined when there is no such relation; no columns for one that is no table. */
async function describe(
  queries: Kysely<unknown>,
  place: TablePlace,
): Promise<readonly Column[] | undefined> {
  const { rows } = await sql<Column>`select attname as name, typname as type,
      attnotnull as needed, atthasdef or attidentity <> '' as filled,
      coalesce(indkey = attnum::text::int2vector, false) as key,
      case when typname = 'geometry' then postgis_typmod_srid(atttypmod) end as srid,
      case when typname = 'geometry' then postgis_typmod_type(atttypmod) end as shape
    ${relation(place)}
      left join pg_attribute on attrelid = r.oid and relkind in ('r', 'p')
        and attnum > 0 and not attisdropped
      left join pg_type t on t.oid = atttypid
      left join pg_index on indrelid = r.oid and indisprimary
    order by attnum`.execute(queries);
  // A relation without columns gives one row, of nulls.
  return rows.length === 0 ? undefined : rows.filter(({ name }) => typeof name === "string");
}

/** COMMENT takes no parameters. */
async function createTable(
  queries: Kysely<unknown>,
  place: TablePlace,
  schema: IndexSchema,
  mark: string,
): Promise<void> {
  const table = sql.id(...place);
  const columns = schema.attributes.map(
    ({ name, type }) => sql`${sql.id(name)} ${sql.raw(typeFor(type, schema))}`,
  );
  await sql`create table ${table} (fid serial primary key, ${sql.join(columns)})`.execute(queries);
  await sql`comment on table ${table} is ${sql.lit(markText(mark))}`.execute(queries);
  await sql`create index on ${table} using gist (${sql.id(schema.geometry)})`.execute(queries);
  for (const name of [schema.location, timeAttribute(schema)?.name])
    if (name !== undefined) await sql`create index on ${table} (${sql.id(name)})`.execute(queries);
}

/** The first that fits, which keeps all digits of floats and the case of UUIDs. */
function typeFor(type: AttributeType, schema: IndexSchema): string {
  if (type === "geometry") return `geometry(Geometry, ${sridOf(schema)})`;
  // The first of integers is too narrow.
  return type === "integer" ? type : (FITTING[type][0] ?? type);
}

/** The EPSG number, or 0. */
function sridOf({ crs }: IndexSchema): number {
  const digits = /^EPSG:(\d{1,6})$/.exec(crs)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

function columnMisfits(schema: IndexSchema, columns: readonly Column[]): readonly string[] {
  return schema.attributes.flatMap(({ name, type }) => {
    const column = columns.find((one) => one.name === name);
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
