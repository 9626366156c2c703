/** Reads an embedded index. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { polygonOf, type Box, type Footprint } from "../../model/geometry.ts";
import type { Filter } from "../../model/filter.ts";
import type { Granule, GranuleValue } from "../../model/granule.ts";
import type { Domain, GranuleIndexReader } from "../catalog/granule-index.ts";
import { matcher } from "../filters/evaluate.ts";
import { compileFilter } from "../filters/sql.ts";
import { countAll, matchingBatches, takePage, withinTime } from "./granule-index-paging.ts";
import { locationOf } from "./granule-index-rows.ts";
import { windowsOf, type Window } from "./granule-index-windows.ts";
import type { IndexTable, TableColumn } from "./granule-index-table.ts";

type StoredRow = Readonly<Record<string, string | number | null>>;

/** A SQL condition; if it is not `exact`, `matches` decides on each row. */
export interface Selection {
  readonly where: RawBuilder<SqlBool>;
  readonly exact: boolean;
  readonly matches: (granule: Granule) => boolean;
}

export interface EmbeddedSelection extends Selection {
  /** Whether an index leads to few rows; otherwise all rows are scanned in windows. */
  readonly isNear: boolean;
}

export function embeddedReader(table: IndexTable): GranuleIndexReader {
  const { database, rows, schema } = table;
  return {
    schema,
    get: async (id) => (await fetchRows(table, sql`where id = ${id}`))[0],
    list: async ({ filter, offset, limit }) => {
      const selection = await select(table, filter);
      if (!selection.exact) return takePage(batchesOf(table, selection), { offset, limit });
      if (!selection.isNear) return pageOfWindows(table, selection, { offset, limit });
      return fetchRows(
        table,
        sql`where ${selection.where} order by id limit ${limit} offset ${offset}`,
      );
    },
    count: async (filter) => {
      const selection = await select(table, filter);
      if (!selection.exact) return countAll(batchesOf(table, selection));
      if (selection.isNear) return countIn(table, selection.where);
      let count = 0;
      for await (const window of windowsOf(table))
        count += await countIn(table, within(selection, window));
      return count;
    },
    bounds: async () => {
      const found = await sql<Box | Record<keyof Box, null>>`select min(minx) as minx,
        min(miny) as miny, max(maxx) as maxx, max(maxy) as maxy from ${rows}`.execute(database);
      const [box] = found.rows;
      return box === undefined || box.minx === null ? undefined : { ...box };
    },
    domain: (attribute, limit) => domainOf(table, attribute, limit),
  };
}

/** Throws FilterError for a filter that the index cannot evaluate. */
export async function select(table: IndexTable, filter: Filter): Promise<EmbeddedSelection> {
  const { database, rows, schema, systems, dialect } = table;
  const matches = withinTime(matcher(filter, schema, systems));
  const shaped = await sql`select 1 from ${rows} where footprint is not null limit 1`.execute(
    database,
  );
  const areBoxes = shaped.rows.length === 0;
  const { where, exact, extent } = compileFilter(filter, dialect.columns(table, areBoxes));
  const { near, isQuick } = await dialect.nearness(table, extent);
  if (near === undefined) return { where, exact, matches, isNear: isQuick };
  return { where: sql<SqlBool>`${near} and ${where}`, exact, matches, isNear: true };
}

function batchesOf(
  table: IndexTable,
  selection: EmbeddedSelection,
): AsyncGenerator<readonly Granule[]> {
  const matches = selection.exact ? () => true : selection.matches;
  return selectedBatches(table, selection, { fetch: (rest) => fetchRows(table, rest), matches });
}

interface Located {
  readonly id: number;
  readonly location: string;
}

/** Whole rows are read only where the filter needs them. */
export async function* locatedBatches(
  table: IndexTable,
  selection: EmbeddedSelection,
): AsyncGenerator<readonly Located[]> {
  const { database, rows, schema } = table;
  if (!selection.exact) {
    for await (const batch of batchesOf(table, selection))
      yield batch.map((granule) => ({ id: granule.id, location: locationOf(schema, granule) }));
    return;
  }
  const column = sql.ref(table.location.name);
  const fetch = async (rest: RawBuilder<unknown>) => {
    const found = sql<Located>`select id, ${column} as location from ${rows} ${rest}`;
    return (await found.execute(database)).rows;
  };
  yield* selectedBatches(table, selection, { fetch, matches: () => true });
}

interface Reading<Row> {
  readonly fetch: (rest: RawBuilder<unknown>) => Promise<readonly Row[]>;
  readonly matches: (row: Row) => boolean;
}

async function* selectedBatches<Row extends Pick<Granule, "id">>(
  table: IndexTable,
  selection: EmbeddedSelection,
  { fetch, matches }: Reading<Row>,
): AsyncGenerator<readonly Row[]> {
  const batchesWhere = (where: RawBuilder<SqlBool>) =>
    matchingBatches(
      (after, limit) => fetch(sql`where ${where} and id > ${after} order by id limit ${limit}`),
      matches,
    );
  if (selection.isNear) yield* batchesWhere(selection.where);
  else for await (const window of windowsOf(table)) yield* batchesWhere(within(selection, window));
}

/** A page of an exact selection; rows before it are counted, not read. */
async function pageOfWindows(
  table: IndexTable,
  selection: Selection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Granule[]> {
  const page: Granule[] = [];
  let before = offset;
  for await (const window of windowsOf(table)) {
    const where = within(selection, window);
    const count = before === 0 ? 0 : await countIn(table, where);
    if (before === 0 || count > before) {
      const rest = limit - page.length;
      const order = sql`order by id limit ${rest} offset ${before}`;
      page.push(...(await fetchRows(table, sql`where ${where} ${order}`)));
    }
    before = Math.max(0, before - count);
    if (page.length === limit) break;
  }
  return page;
}

function within({ where }: Selection, { after, last }: Window): RawBuilder<SqlBool> {
  return sql<SqlBool>`${where} and id > ${after} and id <= ${last}`;
}

async function countIn(
  { database, rows }: IndexTable,
  where: RawBuilder<SqlBool>,
): Promise<number> {
  const counted = await sql<{
    count: number;
  }>`select count(*) as count from ${rows} where ${where}`.execute(database);
  return counted.rows[0]?.count ?? 0;
}

async function fetchRows(
  table: IndexTable,
  rest: RawBuilder<unknown>,
): Promise<readonly Granule[]> {
  const found = await sql<StoredRow>`select * from ${table.rows} ${rest}`.execute(table.database);
  return found.rows.map((row) => granuleOf(table, row));
}

function granuleOf({ columns }: IndexTable, row: StoredRow): Granule {
  const values = columns.map(({ attribute, name }): readonly [string, GranuleValue] => [
    attribute.name,
    valueOf(attribute.type, row[name] ?? null),
  ]);
  return {
    id: Number(row["id"]),
    footprint: footprintOf(row),
    values: Object.fromEntries(values),
  };
}

function footprintOf({ footprint, minx, miny, maxx, maxy }: StoredRow): Footprint {
  if (typeof footprint === "string") return JSON.parse(footprint) as Footprint;
  return polygonOf({
    minx: Number(minx),
    miny: Number(miny),
    maxx: Number(maxx),
    maxy: Number(maxy),
  });
}

function valueOf(type: string, value: string | number | null): GranuleValue {
  return type === "boolean" && value !== null ? value !== 0 : value;
}

async function domainOf(table: IndexTable, attribute: string, limit: number): Promise<Domain> {
  const column = table.columns.find((one) => one.attribute.name === attribute);
  if (column === undefined) throw new TypeError(`no attribute ${attribute} with values`);
  const { database, rows } = table;
  const name = sql.ref(column.name);
  const values = await valuesOf(table, column, sql`asc limit ${limit}`);
  const [min = null] = await valuesOf(table, column, sql`asc limit 1`);
  const [max = null] = await valuesOf(table, column, sql`desc limit 1`);
  const counted = await sql<{
    count: number;
  }>`select count(distinct ${name}) as count from ${rows}`.execute(database);
  return { values, min, max, count: counted.rows[0]?.count ?? 0 };
}

async function valuesOf(
  { database, rows }: IndexTable,
  { name, attribute }: TableColumn,
  order: RawBuilder<unknown>,
): Promise<readonly GranuleValue[]> {
  const column = sql.ref(name);
  const found = await sql<{
    value: string | number;
  }>`select distinct ${column} as value from ${rows} where ${column} is not null
    order by ${column} ${order}`.execute(database);
  return found.rows.map(({ value }) => valueOf(attribute.type, value));
}
