/** An index of granules, over a table in any database. */
import { setImmediate as otherTurns } from "node:timers/promises";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { polygonOf, type Box, type Footprint } from "../../model/geometry.ts";
import type { Filter } from "../../model/filter.ts";
import type {
  AttributeType,
  Granule,
  GranuleRow,
  GranuleValue,
  IndexSchema,
} from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import type { GranuleIndex, GranuleQuery } from "../catalog/granule-index.ts";
import type { Selection } from "./granule-index-evaluation.ts";
import { checkRows, type TableColumn } from "./granule-index-rows.ts";
import { insertRows, parts, type Insertion, type Queries } from "./insert-rows.ts";

/** A table with a row per granule. */
export interface IndexTable {
  readonly queries: Queries;
  readonly schema: IndexSchema;
  readonly rows: RawBuilder<unknown>;
  /** The number of a row: assigned by the database, rising, and never reused. */
  readonly id: RawBuilder<unknown>;
  readonly location: RawBuilder<unknown>;
  readonly columns: readonly TableColumn[];
  /** Gives `id`, the values by the names of their columns, and `footprint`, or a box without it. */
  readonly selected: RawBuilder<unknown>;
  /** The sides of the boxes of footprints. */
  readonly sides: Readonly<Record<keyof Box, RawBuilder<unknown>>>;
  readonly insertion: Insertion;
  /** The parameters of an insertion. */
  readonly cellsOf: (row: GranuleRow) => readonly unknown[];
  readonly select: (filter: Filter) => Promise<Selection>;
  /** Runs several statements in one transaction. Absent where all of them are in one. */
  readonly together?: <Result>(
    access: "read only" | "read write",
    work: (table: IndexTable) => Promise<Result>,
  ) => Promise<Result>;
  /** An index of boxes that the database does not maintain itself. */
  readonly boxes?: BoxIndex | undefined;
}

/** A table of boxes with the ids of rows. */
export interface BoxIndex {
  /** Adds all rows above the highest id in the index. */
  readonly put: () => Promise<unknown>;
  /** Takes at most as many ids as a batch has. */
  readonly remove: (ids: readonly number[]) => Promise<unknown>;
  readonly drop: () => Promise<unknown>;
}

/** Every change calls `touched`. */
export function granuleIndex(
  table: IndexTable,
  touched: () => void = () => undefined,
): GranuleIndex {
  const { queries, schema, rows, id, sides, select } = table;
  const together: NonNullable<IndexTable["together"]> =
    table.together ?? ((_access, work) => work(table));
  return {
    schema,
    get: async (number) => {
      // Rows of other programs may have no footprint.
      const rest = sql`where ${id} = cast(${number} as bigint) and ${sides.minx} is not null`;
      return (await fetchRows(table, rest))[0];
    },
    list: async ({ filter, ...page }) => {
      const selection = await select(filter);
      if (selection.exact) return exactPage(table, selection, page);
      return together("read only", (at) => judgedPage(judgedBatches(at, selection), page));
    },
    count: async (filter) => {
      const selection = await select(filter);
      let count = 0;
      if (selection.exact)
        for await (const { where } of windowsOf(table, selection))
          count += await countIn(table, where);
      else
        await together("read only", async (at) => {
          for await (const batch of judgedBatches(at, selection)) count += batch.length;
        });
      return count;
    },
    bounds: async () => {
      const { minx, miny, maxx, maxy } = sides;
      const query = sql<Box | Record<keyof Box, null>>`select min(${minx}) as minx,
        min(${miny}) as miny, max(${maxx}) as maxx, max(${maxy}) as maxy from ${rows}`;
      const [box] = (await query.execute(queries)).rows;
      return box === undefined || box.minx === null ? undefined : { ...box };
    },
    refresh: async (given) => {
      checkRows(schema, given);
      if (given.length > 0) touched();
      return together("read write", (at) => refresh(at, given));
    },
    remove: async (filter) => {
      const selection = await select(filter);
      const result = await together("read write", (at) => removeSelected(at, selection));
      if (result.removed > 0) touched();
      return result;
    },
  };
}

interface Window {
  readonly where: RawBuilder<SqlBool>;
  readonly isLast: boolean;
}

/**
 * Splits a selection that is not quick into windows of equal row counts, despite gaps between ids,
 * so that a full scan never blocks for long. They are in order of id, and other work runs between
 * them.
 */
async function* windowsOf(
  { queries, rows, id }: IndexTable,
  { where, isQuick }: Selection,
): AsyncGenerator<Window> {
  if (isQuick) yield { where, isLast: true };
  let after: number | undefined = isQuick ? undefined : 0;
  while (after !== undefined) {
    const found = await sql<{ id: number }>`select ${id} as id from ${rows} where ${id} > ${after}
      order by ${id} limit 1 offset ${limits.windowRows - 1}`.execute(queries);
    const last: number | undefined = found.rows[0]?.id;
    const end = last === undefined ? sql`` : sql`and ${id} <= ${last}`;
    yield { where: sql`${where} and ${id} > ${after} ${end}`, isLast: last === undefined };
    after = last;
    if (after !== undefined) await otherTurns();
  }
}

/** The rows of a selection in batches, in order of id. */
async function* batchesOf<Row extends Pick<Granule, "id">>(
  table: IndexTable,
  selection: Selection,
  fetch: (rest: RawBuilder<unknown>) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const { id } = table;
  for await (const { where } of windowsOf(table, selection)) {
    let after = 0;
    for (;;) {
      const rest = sql`where ${where} and ${id} > ${after} order by ${id} limit ${limits.batchRows}`;
      const rows = await fetch(rest);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < limits.batchRows) break;
      after = last.id;
      await otherTurns();
    }
  }
}

/** Batches of a selection that is not exact; a batch may be empty. */
async function* judgedBatches(
  table: IndexTable,
  selection: Selection,
): AsyncGenerator<readonly Granule[]> {
  for await (const batch of batchesOf(table, selection, (rest) => fetchRows(table, rest)))
    yield batch.filter(selection.matches);
}

interface Located {
  readonly id: number;
  readonly location: GranuleValue | undefined;
}

/** Whole rows are read only where the filter needs them. */
async function* locatedBatches(
  table: IndexTable,
  selection: Selection,
): AsyncGenerator<readonly Located[]> {
  const { queries, schema, rows, id, location } = table;
  if (!selection.exact) {
    for await (const batch of judgedBatches(table, selection))
      yield batch.map((one) => ({ id: one.id, location: one.values[schema.location] }));
    return;
  }
  yield* batchesOf(table, selection, async (rest) => {
    const found = sql<Located>`select ${id} as id, ${location} as location from ${rows} ${rest}`;
    return (await found.execute(queries)).rows;
  });
}

type Page = Omit<GranuleQuery, "filter">;

async function judgedPage(
  batches: AsyncIterable<readonly Granule[]>,
  { offset, limit }: Page,
): Promise<readonly Granule[]> {
  const page: Granule[] = [];
  let skipped = 0;
  for await (const batch of batches) {
    const rest = batch.slice(Math.max(0, offset - skipped));
    skipped += batch.length - rest.length;
    page.push(...rest.slice(0, limit - page.length));
    if (page.length >= limit) break;
  }
  return page;
}

/** Rows before the page are counted, not read. */
async function exactPage(
  table: IndexTable,
  selection: Selection,
  { offset, limit }: Page,
): Promise<readonly Granule[]> {
  let page: readonly Granule[] = [];
  let before = offset;
  for await (const { where, isLast } of windowsOf(table, selection)) {
    const count = before === 0 || isLast ? 0 : await countIn(table, where);
    if (before === 0 || isLast || count > before) {
      const rest = sql`limit ${limit - page.length} offset ${before}`;
      page = page.concat(await fetchRows(table, sql`where ${where} order by ${table.id} ${rest}`));
    }
    before = Math.max(0, before - count);
    if (page.length === limit) break;
  }
  return page;
}

async function countIn({ queries, rows }: IndexTable, where: RawBuilder<SqlBool>): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${rows} where ${where}`;
  return (await query.execute(queries)).rows[0]?.count ?? 0;
}

type StoredRow = Box & { readonly id: number; readonly footprint: string | null } & Readonly<
    Record<string, GranuleValue>
  >;

async function fetchRows(
  { queries, rows, selected, columns }: IndexTable,
  rest: RawBuilder<unknown>,
): Promise<readonly Granule[]> {
  const found = await sql<StoredRow>`select ${selected} from ${rows} ${rest}`.execute(queries);
  return found.rows.map((row) => ({
    id: row.id,
    footprint: row.footprint === null ? polygonOf(row) : (JSON.parse(row.footprint) as Footprint),
    values: Object.fromEntries(
      columns.map(({ attribute, name }) => [
        attribute.name,
        valueOf(attribute.type, row[name] ?? null),
      ]),
    ),
  }));
}

/** Other programs may write infinite times and NaN; filters treat them as missing. */
function valueOf(type: AttributeType, value: GranuleValue): GranuleValue {
  if (typeof value !== "number") return value;
  if (type === "boolean") return value !== 0;
  return Number.isFinite(value) ? value : null;
}

async function refresh(
  table: IndexTable,
  given: readonly GranuleRow[],
): Promise<{ added: number; replaced: number }> {
  const { queries, schema, rows, id, location, insertion, boxes } = table;
  const locations = new Set(given.map(({ values }) => values[schema.location]));
  let replaced = 0;
  for (const part of parts([...locations], limits.batchRows)) {
    const some = sql`select ${id} from ${rows} where ${location} in (${sql.join(part)})
      limit ${limits.batchRows}`;
    let gone;
    do {
      gone = await removeRows(table, sql`${id} in (${some})`);
      replaced += gone;
    } while (gone === limits.batchRows);
  }
  for (const part of parts(given, limits.putRows)) {
    await insertRows(queries, insertion, part.map(table.cellsOf));
    await boxes?.put();
  }
  return { added: given.length, replaced };
}

async function removeSelected(
  table: IndexTable,
  selection: Selection,
): Promise<{ removed: number; orphaned: readonly string[] }> {
  const { queries, rows, id, location } = table;
  const locations = new Set<string>();
  let removed = 0;
  for await (const batch of locatedBatches(table, selection)) {
    for (const one of batch) if (typeof one.location === "string") locations.add(one.location);
    if (batch.length > 0)
      removed += await removeRows(table, sql`${id} in (${sql.join(batch.map((one) => one.id))})`);
  }
  for (const part of parts([...locations], limits.batchRows)) {
    const there = await sql<{ location: string }>`select distinct ${location} as location
      from ${rows} where ${location} in (${sql.join(part)})`.execute(queries);
    for (const one of there.rows) locations.delete(one.location);
  }
  return { removed, orphaned: [...locations] };
}

/** Returns how many there were. */
async function removeRows(
  { queries, rows, id, boxes }: IndexTable,
  where: RawBuilder<unknown>,
): Promise<number> {
  const query = sql<{ id: number }>`delete from ${rows} where ${where} returning ${id} as id`;
  const gone = (await query.execute(queries)).rows.map((row) => row.id);
  if (gone.length > 0) await boxes?.remove(gone);
  return gone.length;
}
