/** A granule index in a PostGIS database. Every call is one transaction. */
import { sql, type SqlBool } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { GranuleIndex } from "../catalog/granule-index.ts";
import type { Systems } from "../filters/row.ts";
import { selectionOf } from "./granule-index-evaluation.ts";
import { granuleIndex, type IndexTable } from "./granule-index.ts";
import { columnsOf } from "./granule-index-rows.ts";
import { cellOf, footprintPlace, placeOf, postgisColumns, readable } from "./postgis-columns.ts";
import { openTable, type PostgisTable } from "./postgis-table.ts";
import type { PostgisDatabase } from "./postgis.ts";

export interface PostgisIndexOptions {
  /** Coordinate systems for filters. */
  readonly systems?: Systems;
  /** Marks a table that this creates. Without it, a missing table is an error. */
  readonly mark?: string | undefined;
}

/**
 * Rejects with IndexError when the database is unusable, or the table is missing or does not fit.
 */
export async function postgisIndex(
  database: PostgisDatabase,
  schema: IndexSchema,
  { systems = {}, mark }: PostgisIndexOptions = {},
): Promise<GranuleIndex> {
  const { queries, run } = database;
  const found = await openTable(database, schema, mark);
  const index = granuleIndex(tableOf(database, found, systems));
  return {
    schema,
    get: (id) => run(() => index.get(id)),
    list: (query) => run(() => index.list(query)),
    count: (filter) => run(() => index.count(filter)),
    bounds: () => run(() => index.bounds()),
    refresh: (rows) => run(() => index.refresh(rows)),
    remove: (filter) => run(() => index.remove(filter)),
    // Deviation: database-stays.
    drop: () => run(async () => void (await sql`drop table ${found.name}`.execute(queries))),
  };
}

function tableOf(
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
      most: limits.putRows,
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
