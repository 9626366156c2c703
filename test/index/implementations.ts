/** The implementations of the index of granules, each behind one door for the tests. */
import { onTestFinished } from "vitest";
import type { IndexSchema } from "../../src/model/granule.ts";
import type { GranuleIndex } from "../../src/server/catalog/granule-index.ts";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { postgisIndex } from "../../src/server/storage/postgis-index.ts";
import { dropMarked } from "../../src/server/storage/postgis-table.ts";
import { postgisDatabase } from "../../src/server/storage/postgis.ts";
import type { Catalogs } from "../storage/catalogs.ts";
import { startPostgis, type TestPostgis } from "../support/databases/postgis.ts";

/** An implementation, started before its tests and stopped after them. */
export interface Implementation {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** An empty index, which is gone when the test ends. */
  readonly make: (schema: IndexSchema) => Promise<GranuleIndex>;
}

/** The index inside a catalog; every call is a unit of work of its own. */
export function embedded(catalogs: Catalogs): Implementation {
  const make = async (schema: IndexSchema) => makeEmbedded(await catalogs.fresh().open(), schema);
  return { start: async () => undefined, stop: async () => undefined, make };
}

async function makeEmbedded(catalog: Catalog, schema: IndexSchema): Promise<GranuleIndex> {
  const key = { workspace: "w", store: "s", coverage: schema.typeName };
  await catalog.write(serverOrigin, (writer) => writer.createGranules(key, schema));
  return throughUnits(catalog, key, schema);
}

function throughUnits(
  catalog: Catalog,
  key: { workspace: string; store: string; coverage: string },
  schema: IndexSchema,
): GranuleIndex {
  const reading = <Result>(work: (index: Reader) => Promise<Result>) =>
    catalog.read(async (reader) => work(present(await reader.granules(key))));
  const writing = <Result>(work: (index: GranuleIndex) => Promise<Result>) =>
    catalog.write(serverOrigin, async (writer) => work(present(await writer.granules(key))));
  type Reader = Omit<GranuleIndex, "refresh" | "remove">;
  return {
    schema,
    get: (id) => reading((index) => index.get(id)),
    list: (query) => reading((index) => index.list(query)),
    count: (filter) => reading((index) => index.count(filter)),
    bounds: () => reading((index) => index.bounds()),
    refresh: (rows) => writing((index) => index.refresh(rows)),
    remove: (filter) => writing((index) => index.remove(filter)),
  };
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("the catalog has no such index");
  return value;
}

/** The index in a PostGIS database. */
export function postgis(schemaName: string): Implementation {
  let server: TestPostgis | undefined;
  return {
    start: async () => {
      server = await startPostgis(schemaName);
    },
    stop: async () => server?.stop(),
    make: async (schema) => {
      const database = postgisDatabase(present(server).connection);
      const index = await postgisIndex(database, schema, { mark: "test" });
      onTestFinished(async () => {
        await dropMarked(database, schema, "test");
        await database.close();
      });
      return index;
    },
  };
}
