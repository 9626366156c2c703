/** The indexes in the database of a catalog, by coverage. */
import type { Kysely } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import type { IndexKey, IndexPlace } from "../catalog/granule-index.ts";
import type { CatalogWriter } from "../catalog/unit-of-work.ts";
import { granuleIndex } from "./granule-index.ts";
import { createTable, dropTable, embeddedTable, type IndexOptions } from "./granule-index-table.ts";
import type { Tables } from "./schema.ts";

/** What a unit does with indexes of granules, outside of its list. */
export type IndexPart = Pick<
  CatalogWriter,
  "granules" | "createGranules" | "moveGranules" | "dropGranules"
>;

/** Every change calls `touched`. */
export type TouchingIndexes = (touched: (key: IndexKey | undefined) => void) => IndexPart;

/** Changes need a connection that holds the lock. */
export function indexPart(database: Kysely<Tables>, options: IndexOptions): TouchingIndexes {
  const tableOf = (row: { readonly id: number; readonly schema: string }) => {
    const schema = JSON.parse(row.schema) as IndexSchema;
    return embeddedTable(database, { ...options, number: row.id, schema });
  };
  return (touched) => ({
    granules: async (key) => {
      const row = await database
        .selectFrom("granule_indexes")
        .select(["id", "schema"])
        .where((is) => is.and({ ...placed(key), coverage: key.coverage }))
        .executeTakeFirst();
      return row && granuleIndex(tableOf(row), () => touched(key));
    },
    createGranules: async (key, schema) => {
      touched(key);
      const row = await database
        .insertInto("granule_indexes")
        .values({ ...key, schema: JSON.stringify(schema) })
        .returning(["id", "schema"])
        .executeTakeFirstOrThrow();
      const table = tableOf(row);
      await createTable(table);
      return granuleIndex(table, () => touched(key));
    },
    moveGranules: async (from, to) => {
      const moved = await database
        .updateTable("granule_indexes")
        .set(placed(from.store === undefined ? { workspace: to.workspace } : to))
        .where((is) => is.and(placed(from)))
        .returning("id")
        .execute();
      if (moved.length > 0) touched(undefined);
    },
    dropGranules: async (place) => {
      const gone = await database
        .deleteFrom("granule_indexes")
        .where((is) => is.and(placed(place)))
        .returning(["id", "schema"])
        .execute();
      for (const row of gone) await dropTable(tableOf(row));
      if (gone.length > 0) touched(undefined);
    },
  });
}

function placed({ workspace, store }: IndexPlace): IndexPlace {
  return store === undefined ? { workspace } : { workspace, store };
}
