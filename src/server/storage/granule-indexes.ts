/** The table of embedded indexes, by coverage. */
import type { Kysely } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import type { IndexKey, IndexPlace } from "../catalog/granule-index.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import { embeddedIndex } from "./granule-index-writer.ts";
import { indexTable, type IndexOptions, type IndexTable } from "./granule-index-table.ts";
import type { Tables } from "./schema.ts";

/** What a unit does with indexes of granules, outside of its list. */
export type IndexPart = Pick<CatalogWriter, "granules" | "createGranules" | "moveGranules"> &
  Pick<CatalogReader, "granuleIndexes">;

/** The indexes on a connection that holds the lock. */
export function indexPart(
  database: Kysely<Tables>,
  options: IndexOptions,
): (touched: (key: IndexKey | undefined) => void) => IndexPart {
  return (touched) => ({
    granules: async (key) => {
      const table = await findIndex(database, key, options);
      return table && embeddedIndex(table, () => touched(key));
    },
    createGranules: async (key, schema) => {
      touched(key);
      const table = await createIndex(database, { key, schema, ...options });
      return embeddedIndex(table, () => touched(key));
    },
    moveGranules: async (from, to) => {
      if ((await moveIndexes(database, from, to)) > 0) touched(undefined);
    },
    granuleIndexes: (place) => listIndexes(database, place),
  });
}

export async function findIndex(
  database: Kysely<Tables>,
  { workspace, store, coverage }: IndexKey,
  options: IndexOptions,
): Promise<IndexTable | undefined> {
  const row = await database
    .selectFrom("granule_indexes")
    .select(["id", "schema"])
    .where("workspace", "=", workspace)
    .where("store", "=", store)
    .where("coverage", "=", coverage)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const schema = JSON.parse(row.schema) as IndexSchema;
  return indexTable(database, { ...options, number: row.id, schema });
}

/** Indexes of a workspace or store, in order of store and coverage. */
export async function listIndexes(
  database: Kysely<Tables>,
  { workspace, store }: IndexPlace,
): Promise<readonly IndexKey[]> {
  let query = database
    .selectFrom("granule_indexes")
    .select(["workspace", "store", "coverage"])
    .where("workspace", "=", workspace);
  if (store !== undefined) query = query.where("store", "=", store);
  return query.orderBy("store").orderBy("coverage").execute();
}

/** Rejects when the coverage already has an index. */
async function createIndex(
  database: Kysely<Tables>,
  { key, schema, ...options }: { key: IndexKey; schema: IndexSchema } & IndexOptions,
): Promise<IndexTable> {
  const { id } = await database
    .insertInto("granule_indexes")
    .values({ ...key, schema: JSON.stringify(schema) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const table = indexTable(database, { ...options, number: id, schema });
  await table.dialect.createTables(table);
  return table;
}

/** Moves indexes to another workspace, and to another store when both places name one. */
async function moveIndexes(
  database: Kysely<Tables>,
  from: IndexPlace,
  to: IndexPlace,
): Promise<number> {
  let query = database.updateTable("granule_indexes").set({ workspace: to.workspace });
  if (from.store !== undefined && to.store !== undefined) query = query.set({ store: to.store });
  query = query.where("workspace", "=", from.workspace);
  if (from.store !== undefined) query = query.where("store", "=", from.store);
  const moved = await query.returning("id").execute();
  return moved.length;
}
