/** The indexes in the database of a catalog, by coverage. */
import type { Kysely } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import type { GranuleIndex, IndexKey, IndexPlace } from "../catalog/granule-index.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import { granuleIndex } from "./granule-index.ts";
import {
  createTable,
  dropTable,
  embeddedTable,
  type EmbeddedTable,
  type IndexOptions,
} from "./granule-index-table.ts";
import type { Tables } from "./schema.ts";

/** What a unit does with indexes of granules, outside of its list. */
export type IndexPart = Pick<CatalogWriter, "granules" | "createGranules" | "moveGranules"> &
  Pick<CatalogReader, "granuleIndexes">;

/** Changes need a connection that holds the lock. Each of them calls `touched`. */
export function indexPart(
  database: Kysely<Tables>,
  options: IndexOptions,
): (touched: (key: IndexKey | undefined) => void) => IndexPart {
  return (touched) => {
    const opened = (table: EmbeddedTable, key: IndexKey): GranuleIndex => ({
      ...granuleIndex(table, () => touched(key)),
      drop: async () => {
        touched(key);
        await dropTable(table);
        await database.deleteFrom("granule_indexes").where("id", "=", table.number).execute();
      },
    });
    return {
      granules: async (key) => {
        const row = await database
          .selectFrom("granule_indexes")
          .select(["id", "schema"])
          .where((is) => is.and({ ...placed(key), coverage: key.coverage }))
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const schema = JSON.parse(row.schema) as IndexSchema;
        return opened(embeddedTable(database, { ...options, number: row.id, schema }), key);
      },
      createGranules: async (key, schema) => {
        touched(key);
        const { id } = await database
          .insertInto("granule_indexes")
          .values({ ...key, schema: JSON.stringify(schema) })
          .returning("id")
          .executeTakeFirstOrThrow();
        const table = embeddedTable(database, { ...options, number: id, schema });
        await createTable(table);
        return opened(table, key);
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
      granuleIndexes: (place) =>
        database
          .selectFrom("granule_indexes")
          .select(["workspace", "store", "coverage"])
          .where((is) => is.and(placed(place)))
          .orderBy("store")
          .orderBy("coverage")
          .execute(),
    };
  };
}

function placed({ workspace, store }: IndexPlace): IndexPlace {
  return store === undefined ? { workspace } : { workspace, store };
}
