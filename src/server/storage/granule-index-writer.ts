/** Changes an embedded index; used inside a transaction only. */
import { sql, type CompiledQuery } from "kysely";
import { boxOf, polygonOf } from "../../model/geometry.ts";
import type { Filter } from "../../model/filter.ts";
import type { GranuleRow } from "../../model/granule.ts";
import type { GranuleIndex } from "../catalog/granule-index.ts";
import { asParameter } from "./granule-index-columns.ts";
import { embeddedReader, locatedBatches, select } from "./granule-index-reader.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { otherTurns, parts } from "./granule-index-paging.ts";
import { checkRows, locationOf } from "./granule-index-rows.ts";
import { dropIndexTables, TIME_UNIT_MS, type IndexTable } from "./granule-index-table.ts";

/** Locations or ids that one statement names. */
const NAMED = 500;
/** Rows that one statement puts in. */
const PUT = 32;

/** An index that can be changed; `touched` is called by every call that changes anything. */
export function embeddedIndex(table: IndexTable, touched: () => void): GranuleIndex {
  return {
    ...embeddedReader(table),
    refresh: async (rows) => {
      checkRows(table.schema, rows);
      if (rows.length > 0) touched();
      const locations = rows.map((row) => locationOf(table.schema, row));
      const replaced = await removeLocations(table, [...new Set(locations)]);
      for (const part of parts(rows, limits.putRows)) {
        await putRows(table, part);
        if (rows.length > part.length) await otherTurns();
      }
      return { added: rows.length, replaced };
    },
    remove: async (filter) => {
      const result = await removeMatching(table, filter);
      if (result.removed > 0) touched();
      return result;
    },
    drop: async () => {
      touched();
      await dropIndexTables(table);
      await table.database.deleteFrom("granule_indexes").where("id", "=", table.number).execute();
    },
  };
}

async function removeLocations(table: IndexTable, locations: readonly string[]): Promise<number> {
  const { database, rows, location } = table;
  let removed = 0;
  for (const part of parts(locations, NAMED)) {
    const found = await sql<{ id: number }>`select id from ${rows}
      where ${sql.ref(location.name)} in (${sql.join(part)})`.execute(database);
    await removeIds(
      table,
      found.rows.map(({ id }) => id),
    );
    removed += found.rows.length;
    if (locations.length > part.length) await otherTurns();
  }
  return removed;
}

async function removeIds(
  { database, rows, boxes }: IndexTable,
  ids: readonly number[],
): Promise<void> {
  for (const part of parts(ids, NAMED)) {
    const list = sql.join(part);
    await sql`delete from ${boxes} where id in (${list})`.execute(database);
    await sql`delete from ${rows} where id in (${list})`.execute(database);
  }
}

async function removeMatching(
  table: IndexTable,
  filter: Filter,
): Promise<{ removed: number; orphaned: readonly string[] }> {
  const locations = new Set<string>();
  let removed = 0;
  for await (const batch of locatedBatches(table, await select(table, filter))) {
    for (const { location } of batch) locations.add(location);
    await removeIds(
      table,
      batch.map(({ id }) => id),
    );
    removed += batch.length;
  }
  for (const location of await stillThere(table, [...locations])) locations.delete(location);
  return { removed, orphaned: [...locations] };
}

async function stillThere(
  { database, rows, location }: IndexTable,
  locations: readonly string[],
): Promise<readonly string[]> {
  const column = sql.ref(location.name);
  const there: string[] = [];
  for (const part of parts(locations, NAMED)) {
    const found = await sql<{ location: string }>`select distinct ${column} as location from ${rows}
      where ${column} in (${sql.join(part)})`.execute(database);
    there.push(...found.rows.map((row) => row.location));
    if (locations.length > part.length) await otherTurns();
  }
  return there;
}

/** Ids are given here, after the last one that ever was: the boxes need them too. */
async function putRows(table: IndexTable, rows: readonly GranuleRow[]): Promise<void> {
  const { database, name } = table;
  const found = await sql<{
    seq: number;
  }>`select seq from sqlite_sequence where name = ${name}`.execute(database);
  let id = found.rows[0]?.seq ?? 0;
  const statements = new Map<number, CompiledQuery>();
  for (const part of parts(rows, PUT)) {
    const statement = statements.get(part.length) ?? insertion(table, part.length);
    statements.set(part.length, statement);
    const first = id + 1;
    const parameters = part.flatMap((row) => {
      id++;
      return parametersOf(table, id, row);
    });
    await database.executeQuery({ ...statement, parameters });
    await putBoxes(table, first, id);
  }
}

function insertion({ database, rows, columns }: IndexTable, count: number): CompiledQuery {
  const places = sql`(${sql.join(Array.from({ length: columns.length + 6 }, () => sql`${0}`))})`;
  const all = sql.join(Array.from({ length: count }, () => places));
  const names = columns.map((column) => sql.ref(column.name));
  return sql`insert into ${rows} (id, footprint, minx, miny, maxx, maxy, ${sql.join(names)})
    values ${all}`.compile(database);
}

function parametersOf(
  { columns }: IndexTable,
  id: number,
  { footprint, values }: GranuleRow,
): readonly (string | number | null)[] {
  const box = boxOf(footprint);
  if (box === undefined) throw new TypeError("a footprint without points");
  const text = JSON.stringify(footprint);
  const isBox =
    text === JSON.stringify(polygonOf(box)) && box.minx < box.maxx && box.miny < box.maxy;
  return [
    id,
    isBox ? null : text,
    box.minx,
    box.miny,
    box.maxx,
    box.maxy,
    ...columns.map(({ attribute }) => asParameter(values[attribute.name] ?? null)),
  ];
}

async function putBoxes(table: IndexTable, first: number, last: number): Promise<void> {
  const { database, rows, boxes, time } = table;
  const day = time && sql`coalesce(${sql.ref(time.name)}, 0) / ${sql.lit(TIME_UNIT_MS)}.0`;
  const times = day === undefined ? sql`` : sql`, ${day}, ${day}`;
  await sql`insert into ${boxes} select id, minx, maxx, miny, maxy${times} from ${rows}
    where id between ${first} and ${last}`.execute(database);
}
