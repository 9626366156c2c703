/** Embedded granule indexes in SQLite, with an R*Tree of boxes and times. */
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from "kysely";
import type { AttributeType, GranuleRow } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { Extent } from "../filters/extent.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import {
  allOf,
  asParameter,
  cellsOf,
  columnOf,
  insertion,
  meetsBox,
  OWN_COLUMNS,
} from "./granule-index-columns.ts";
import { parts } from "./granule-index-paging.ts";
import type { IndexDialect, IndexTable, Nearness } from "./granule-index-table.ts";

/** Ids per statement, and rows per insert. */
const NAMED = 500;
const PUT = 32;

/** A day: the unit of times in the R*Tree. */
const TIME_UNIT_MS = 86_400_000;

/** Numbers are doubles, as in filters, so that arithmetic and comparisons agree. */
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

export const sqliteIndexes: IndexDialect = {
  columns,
  nearness,
  createTables,
  dropTables,
  removeIds,
  putRows,
  putBoxes,
};

function boxesOf({ name }: IndexTable): RawBuilder<unknown> {
  return sql.table(`${name}_boxes`);
}

function columns(table: IndexTable, areBoxes: boolean): SqlColumns {
  const { schema, systems, location, time } = table;
  return {
    ...systems,
    schema,
    time: time?.attribute.name,
    id: sql.ref("id"),
    number: (id) => sql`${id}`,
    value: (attribute) => {
      const column = columnOf(table, attribute);
      // The plus keeps the planner off the index on times; the R*Tree has already restricted them.
      return column === location ? sql.ref(column.name) : sql`+${sql.ref(column.name)}`;
    },
    constant: (_attribute, value) => sql`${asParameter(value)}`,
    ordered: (text) => text,
    like: (text, pattern) => sql<SqlBool>`${text} glob ${globOf(pattern)}`,
    meets: meetsBox,
    areBoxes,
  };
}

/** GLOB is case-sensitive; brackets escape its special characters. */
function globOf(pattern: string): string {
  return pattern.replace(/\\(.)|[%_*?[]/gsu, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return /[*?[]/.test(escaped) ? `[${escaped}]` : escaped;
    if (sign === "%") return "*";
    return sign === "_" ? "?" : `[${sign}]`;
  });
}

async function nearness(table: IndexTable, extent: Extent): Promise<Nearness> {
  const near = inExtent(table, extent);
  if (near === undefined || (await isFar(table, near))) return { near: undefined, isQuick: false };
  return {
    near: sql<SqlBool>`id in (select id from ${boxesOf(table)} where ${near})`,
    isQuick: true,
  };
}

/** A condition on the R*Tree; undefined for an unbounded extent. */
function inExtent(table: IndexTable, extent: Extent): RawBuilder<SqlBool> | undefined {
  const bounds = { ...extent, from: -Infinity, to: Infinity };
  if (table.time !== undefined) {
    bounds.from = extent.from / TIME_UNIT_MS;
    bounds.to = extent.to / TIME_UNIT_MS;
  }
  if (!Object.values(bounds).some(Number.isFinite)) return undefined;
  return allOf([
    [meetsBox(bounds)],
    Number.isFinite(bounds.to) ? [sql<SqlBool>`mint <= ${bounds.to}`] : [],
    Number.isFinite(bounds.from) ? [sql<SqlBool>`maxt >= ${bounds.from}`] : [],
  ]);
}

/** Whether so many rows are near that a full scan in order is faster. */
async function isFar(table: IndexTable, near: RawBuilder<SqlBool>): Promise<boolean> {
  const probe = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${boxesOf(table)} where ${near} limit ${limits.narrowRows})`.execute(
    table.database,
  );
  return (probe.rows[0]?.count ?? 0) >= limits.narrowRows;
}

async function createTables(table: IndexTable): Promise<void> {
  const { database, name, rows, time, location } = table;
  const typed = table.columns.map(
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
  await sql`create virtual table ${boxesOf(table)}
    using rtree(id, minx, maxx, miny, maxy${spans})`.execute(database);
  const index = (suffix: string, on: RawBuilder<unknown>) =>
    sql`create index ${sql.id(`${name}_${suffix}`)} on ${rows} ${on}`.execute(database);
  await index("location", sql`(${sql.id(location.name)})`);
  if (time !== undefined) await index("time", sql`(${sql.id(time.name)})`);
  await index("shapes", sql`(id) where footprint is not null`);
}

async function dropTables(table: IndexTable): Promise<void> {
  await sql`drop table ${boxesOf(table)}`.execute(table.database);
  await sql`drop table ${table.rows}`.execute(table.database);
}

async function removeIds(table: IndexTable, ids: readonly number[]): Promise<void> {
  const { database, rows } = table;
  for (const part of parts(ids, NAMED)) {
    const list = sql.join(part);
    await sql`delete from ${boxesOf(table)} where id in (${list})`.execute(database);
    await sql`delete from ${rows} where id in (${list})`.execute(database);
  }
}

/** Ids continue after the highest ever assigned; the R*Tree needs them too. */
async function putRows(table: IndexTable, rows: readonly GranuleRow[]): Promise<void> {
  const { database, name } = table;
  const found = await sql<{
    seq: number;
  }>`select seq from sqlite_sequence where name = ${name}`.execute(database);
  let id = found.rows[0]?.seq ?? 0;
  const statements = new Map<number, CompiledQuery>();
  for (const part of parts(rows, PUT)) {
    const { length } = part;
    const statement = statements.get(length) ?? insertion(table, ["id", ...OWN_COLUMNS], length);
    statements.set(length, statement);
    const first = id + 1;
    const parameters = part.flatMap((row) => [++id, ...cellsOf(table, row)]);
    await database.executeQuery({ ...statement, parameters });
    await putBoxes(table, first, id);
  }
}

async function putBoxes(table: IndexTable, first: number, last: number): Promise<void> {
  const { database, rows, time } = table;
  const day = time && sql`coalesce(${sql.ref(time.name)}, 0) / ${sql.lit(TIME_UNIT_MS)}.0`;
  const times = day === undefined ? sql`` : sql`, ${day}, ${day}`;
  await sql`insert into ${boxesOf(table)} select id, minx, maxx, miny, maxy${times} from ${rows}
    where id between ${first} and ${last}`.execute(database);
}
