/** Changes an embedded index, inside a transaction. */
import { sql } from "kysely";
import type { Filter } from "../../model/filter.ts";
import type { GranuleIndex } from "../catalog/granule-index.ts";
import { embeddedReader, locatedBatches, select } from "./granule-index-reader.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { otherTurns, parts } from "./granule-index-paging.ts";
import { checkRows, locationOf } from "./granule-index-rows.ts";
import type { IndexTable } from "./granule-index-table.ts";

const NAMED = 500;

/** Every change calls `touched`. */
export function embeddedIndex(table: IndexTable, touched: () => void): GranuleIndex {
  return {
    ...embeddedReader(table),
    refresh: async (rows) => {
      checkRows(table.schema, rows);
      if (rows.length > 0) touched();
      const locations = rows.map((row) => locationOf(table.schema, row));
      const replaced = await removeLocations(table, [...new Set(locations)]);
      for (const part of parts(rows, limits.putRows)) {
        await table.dialect.putRows(table, part);
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
      await table.dialect.dropTables(table);
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
    await table.dialect.removeIds(
      table,
      found.rows.map(({ id }) => id),
    );
    removed += found.rows.length;
    if (locations.length > part.length) await otherTurns();
  }
  return removed;
}

async function removeMatching(
  table: IndexTable,
  filter: Filter,
): Promise<{ removed: number; orphaned: readonly string[] }> {
  const locations = new Set<string>();
  let removed = 0;
  for await (const batch of locatedBatches(table, await select(table, filter))) {
    for (const { location } of batch) locations.add(location);
    await table.dialect.removeIds(
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
