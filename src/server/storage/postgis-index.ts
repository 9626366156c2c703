/** A granule index in a PostGIS database. Every call is one transaction. */
import { sql, type RawBuilder } from "kysely";
import type { Box, Footprint } from "../../model/geometry.ts";
import type { Granule, GranuleRow, GranuleValue, IndexSchema } from "../../model/granule.ts";
import type { Filter } from "../../model/filter.ts";
import type { Domain, GranuleIndex } from "../catalog/granule-index.ts";
import { matcher } from "../filters/evaluate.ts";
import type { Systems } from "../filters/row.ts";
import { compileFilter } from "../filters/sql.ts";
import type { Selection } from "./granule-index-reader.ts";
import { countAll, matchingBatches, parts, takePage, withinTime } from "./granule-index-paging.ts";
import { checkRows, locationOf, valueAttributes } from "./granule-index-rows.ts";
import { footprintAs, postgisColumns, readable, writable } from "./postgis-columns.ts";
import {
  commentOf,
  markText,
  openTable,
  type MakeTable,
  type PostgisTable,
} from "./postgis-table.ts";
import type { PostgisDatabase, PostgisQueries } from "./postgis.ts";

/** Locations per statement, and rows per insert. */
const NAMED = 5_000;
const PUT = 100;

type StoredRow = Readonly<Record<string, string | number | boolean | null>>;

export interface PostgisIndexOptions {
  /** Coordinate systems for filters. */
  readonly systems?: Systems;
  /** Creates a missing table. Without it, a missing table is an error. */
  readonly make?: MakeTable;
}

/**
 * Rejects with IndexError when the database is unusable, or the table is missing or does not fit.
 */
export async function postgisIndex(
  database: PostgisDatabase,
  schema: IndexSchema,
  { systems = {}, make }: PostgisIndexOptions = {},
): Promise<GranuleIndex> {
  const table = await openTable(database, schema, make);
  const { run, runTogether } = database;
  const selectionOf = (filter: Filter): Selection => {
    const matches = withinTime(matcher(filter, schema, systems));
    const { where, exact } = compileFilter(filter, postgisColumns(table, systems));
    const known = sql.id(schema.geometry);
    return { where: sql`(${where}) and ${known} is not null`, exact, matches };
  };
  return {
    schema,
    get: async (id) =>
      (
        await run((queries) =>
          fetchRows(queries, table, sql`where ${sql.id(table.key)} = ${id}::bigint`),
        )
      )[0],
    list: async ({ filter, offset, limit }) => {
      const selection = selectionOf(filter);
      if (!selection.exact)
        return runTogether(
          (queries) => takePage(batchesOf(queries, table, selection), { offset, limit }),
          "read only",
        );
      const rest = sql`where ${selection.where} order by ${sql.id(table.key)}
        limit ${limit}::bigint offset ${offset}::bigint`;
      return run((queries) => fetchRows(queries, table, rest));
    },
    count: async (filter) => {
      const selection = selectionOf(filter);
      if (!selection.exact)
        return runTogether(
          (queries) => countAll(batchesOf(queries, table, selection)),
          "read only",
        );
      return run((queries) => countOf(queries, sql`${table.name} where ${selection.where}`));
    },
    bounds: () => run((queries) => boundsOf(queries, table)),
    domain: (attribute, limit) =>
      runTogether((queries) => domainOf(queries, table, { attribute, limit }), "read only"),
    refresh: async (rows) => {
      checkRows(schema, rows);
      return runTogether((queries) => refresh(queries, table, rows), "read write");
    },
    remove: async (filter) => {
      const selection = selectionOf(filter);
      return runTogether((queries) => removeSelected(queries, table, selection), "read write");
    },
    // Deviation: database-stays.
    drop: () => run(async (queries) => void (await sql`drop table ${table.name}`.execute(queries))),
  };
}

function batchesOf(
  queries: PostgisQueries,
  table: PostgisTable,
  { where, exact, matches }: Selection,
): AsyncGenerator<readonly Granule[]> {
  const key = sql.id(table.key);
  return matchingBatches(
    (after, limit) =>
      fetchRows(
        queries,
        table,
        sql`where ${where} and ${key} > ${after}::bigint order by ${key} limit ${limit}::bigint`,
      ),
    exact ? () => true : matches,
  );
}

/** Columns are aliased, because attribute names may be any text. */
async function fetchRows(
  queries: PostgisQueries,
  table: PostgisTable,
  rest: RawBuilder<unknown>,
): Promise<readonly Granule[]> {
  const { schema } = table;
  const attributes = valueAttributes(schema);
  const columns = attributes.map(
    (attribute, index) => sql`, ${readable(table, attribute)} as ${sql.id(`a${index}`)}`,
  );
  const footprint = readable(table, { name: schema.geometry, type: "geometry" });
  const found = await sql<StoredRow>`select ${sql.id(table.key)}::float8 as id,
    ${footprint} as footprint ${sql.join(columns, sql``)} from ${table.name} ${rest}`.execute(
    queries,
  );
  return found.rows.map((row) => ({
    id: Number(row["id"]),
    footprint: JSON.parse(String(row["footprint"])) as Footprint,
    values: Object.fromEntries(
      attributes.map(({ name }, index) => [name, valueOf(row[`a${index}`] ?? null)]),
    ),
  }));
}

/** Other programs may write infinite times and NaN; filters treat them as missing. */
function valueOf(value: GranuleValue): GranuleValue {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

async function countOf(queries: PostgisQueries, from: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{
    count: number;
  }>`select count(*)::float8 as count from ${from}`.execute(queries);
  return counted.rows[0]?.count ?? 0;
}

async function boundsOf(queries: PostgisQueries, table: PostgisTable): Promise<Box | undefined> {
  const geometry = sql.id(table.schema.geometry);
  const found = await sql<Box | Record<keyof Box, null>>`select min(ST_XMin(${geometry})) as minx,
    min(ST_YMin(${geometry})) as miny, max(ST_XMax(${geometry})) as maxx,
    max(ST_YMax(${geometry})) as maxy from ${table.name}`.execute(queries);
  const [box] = found.rows;
  return box === undefined || box.minx === null ? undefined : box;
}

async function domainOf(
  queries: PostgisQueries,
  table: PostgisTable,
  { attribute, limit }: { readonly attribute: string; readonly limit: number },
): Promise<Domain> {
  const found = valueAttributes(table.schema).find(({ name }) => name === attribute);
  if (found === undefined) throw new TypeError(`no attribute ${attribute} with values`);
  const isText = found.type === "string" || found.type === "uuid";
  const order = sql`value ${sql.raw(isText ? 'collate "C"' : "")}`;
  const distinct = sql`(select distinct ${readable(table, found)} as value from ${table.name}
    where ${sql.id(attribute)} is not null) as distinct_values`;
  const valuesIn = async (direction: "asc" | "desc", most: number) => {
    const ordered = sql<{ value: string | number | boolean }>`select value from ${distinct}
      order by ${order} ${sql.raw(direction)} limit ${most}::bigint`;
    return (await ordered.execute(queries)).rows.map(({ value }) => value);
  };
  const [min = null] = await valuesIn("asc", 1);
  const [max = null] = await valuesIn("desc", 1);
  const count = await countOf(queries, distinct);
  return { values: await valuesIn("asc", limit), min, max, count };
}

/** Serialises writers, so that two harvests of one file do not duplicate its rows. */
async function lock(queries: PostgisQueries, { name }: PostgisTable): Promise<void> {
  await sql`lock table ${name} in share row exclusive mode`.execute(queries);
}

async function refresh(
  queries: PostgisQueries,
  table: PostgisTable,
  rows: readonly GranuleRow[],
): Promise<{ added: number; replaced: number }> {
  const { schema, name } = table;
  await lock(queries, table);
  const locations = new Set(rows.map((row) => locationOf(schema, row)));
  let replaced = 0;
  for (const part of parts([...locations], NAMED)) {
    const gone = await sql`delete from ${name}
      where ${sql.id(schema.location)} = any(${part}::text[])`.execute(queries);
    replaced += Number(gone.numAffectedRows ?? 0);
  }
  const attributes = valueAttributes(schema);
  const columns = sql.join(
    [schema.geometry, ...attributes.map((one) => one.name)].map((one) => sql.id(one)),
  );
  for (const part of parts(rows, PUT)) {
    const values = part.map((row) => {
      const cells = attributes.map((one) => writable(table, one, row.values[one.name] ?? null));
      return sql`(${sql.join([footprintAs(table, row.footprint), ...cells])})`;
    });
    await sql`insert into ${name} (${columns}) values ${sql.join(values)}`.execute(queries);
  }
  return { added: rows.length, replaced };
}

async function removeSelected(
  queries: PostgisQueries,
  table: PostgisTable,
  selection: Selection,
): Promise<{ removed: number; orphaned: readonly string[] }> {
  const { schema, name } = table;
  await lock(queries, table);
  const locations = new Set<string>();
  let removed = 0;
  for await (const batch of batchesOf(queries, table, selection)) {
    for (const granule of batch) locations.add(locationOf(schema, granule));
    removed += batch.length;
    const ids = batch.map(({ id }) => id);
    await sql`delete from ${name} where ${sql.id(table.key)} = any(${ids}::bigint[])`.execute(
      queries,
    );
  }
  const column = sql.id(schema.location);
  for (const part of parts([...locations], NAMED)) {
    const there = await sql<{ location: string }>`select distinct ${column}::text as location
      from ${name} where ${column} = any(${part}::text[])`.execute(queries);
    for (const { location } of there.rows) locations.delete(location);
  }
  return { removed, orphaned: [...locations] };
}

/** Drops only a table that the catalog with this mark created. */
export async function dropMarked(
  database: PostgisDatabase,
  schema: IndexSchema,
  mark: string,
): Promise<void> {
  const found = await commentOf(database, schema);
  if (found !== markText(mark)) return;
  const name = sql.id(database.connection.schema, schema.typeName);
  await database.run(async (queries) => void (await sql`drop table ${name}`.execute(queries)));
}
