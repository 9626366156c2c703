/** A granule index in a PostGIS database. Every call is one transaction. */
import type { IndexSchema } from "../../model/granule.ts";
import type { GranuleIndex } from "../catalog/granule-index.ts";
import type { Systems } from "../filters/row.ts";
import { granuleIndex } from "./granule-index.ts";
import { indexTable } from "./postgis-columns.ts";
import { openTable } from "./postgis-table.ts";
import type { PostgisDatabase } from "./postgis.ts";

/**
 * `systems` are coordinate systems for filters; with a `mark`, a missing table is created. Rejects
 * with IndexError when the database is unusable, or the table is missing or does not fit.
 */
export async function postgisIndex(
  database: PostgisDatabase,
  schema: IndexSchema,
  { systems = {}, mark }: { readonly systems?: Systems; readonly mark?: string | undefined },
): Promise<GranuleIndex> {
  const found = await openTable(database, schema, mark);
  const index = granuleIndex(indexTable(database, found, systems));
  const { run } = database;
  return {
    schema,
    get: (id) => run(() => index.get(id)),
    list: (query) => run(() => index.list(query)),
    count: (filter) => run(() => index.count(filter)),
    bounds: () => run(() => index.bounds()),
    refresh: (rows) => run(() => index.refresh(rows)),
    remove: (filter) => run(() => index.remove(filter)),
  };
}
