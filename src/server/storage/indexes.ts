/** Opens granule indexes in the catalog's database or in PostGIS. */
import type { IndexSchema } from "../../model/granule.ts";
import { secret } from "../../model/secret.ts";
import { IndexError, type GranuleIndex, type IndexKey } from "../catalog/granule-index.ts";
import { indexKey, type Indexes, type PlacedReader } from "../catalog/indexes.ts";
import type { FoundIndex } from "../catalog/mosaic.ts";
import type { RecordValues, Stored } from "../catalog/records.ts";
import type { Systems } from "../filters/row.ts";
import { checkDatabase, postgisDatabase, type PostgisDatabase } from "./postgis.ts";
import { postgisIndex } from "./postgis-index.ts";
import { dropMarked } from "./postgis-table.ts";

export interface IndexesOptions {
  /** Returns undefined for a password that was sealed elsewhere. */
  readonly unseal: (sealed: string) => string | undefined;
  /** Coordinate systems for filters. */
  readonly systems: Systems;
  /** Marks tables that the catalog creates in other databases. */
  readonly mark: string;
  /** Keeps all indexes in the catalog, whatever their definitions say. */
  readonly isClosed?: boolean | undefined;
}

/** User databases are connected by the first query. */
export function openIndexes({ unseal, systems, mark, isClosed }: IndexesOptions): Indexes {
  const open = new Map<string, PostgisDatabase>();
  const databaseOf = (mosaic: RecordValues["mosaic"]): PostgisDatabase | undefined => {
    const { index } = mosaic.definition;
    if (index.type !== "postgis" || isClosed === true) return undefined;
    const { host, port, database, schema, user } = index;
    const key = JSON.stringify([host, port, database, schema, user, mosaic.password]);
    const known = open.get(key);
    if (known !== undefined) return known;
    const password = secret(mosaic.password === null ? "" : (unseal(mosaic.password) ?? ""));
    const opened = postgisDatabase({ host, port, database, schema, user, password });
    open.set(key, opened);
    return opened;
  };
  const outside = (mosaic: Stored<"mosaic">, schema: IndexSchema, made?: string) => {
    const database = databaseOf(mosaic.value);
    return database && (() => postgisIndex(database, schema, { systems, mark: made }));
  };
  const find = async <Index>(
    reader: Pick<PlacedReader, "stayAlone"> & {
      readonly granules: (key: IndexKey) => Promise<Index | undefined>;
    },
    { mosaic, indexed }: FoundIndex,
  ): Promise<Index | GranuleIndex> => {
    const openOutside = outside(mosaic, indexed.schema);
    if (openOutside !== undefined) {
      await reader.stayAlone?.();
      return openOutside();
    }
    const own = await reader.granules(indexKey(mosaic, indexed.name));
    if (own !== undefined) return own;
    throw new IndexError(
      "unusable",
      `The mosaic ${mosaic.workspace}:${mosaic.name} has no index of '${indexed.name}'`,
    );
  };
  return {
    outside: ({ mosaic, indexed }) => outside(mosaic, indexed.schema),
    read: find,
    write: find,
    create: async (writer, { mosaic, coverage, schema }) => {
      const openOutside = outside(mosaic, schema, mark);
      if (openOutside !== undefined) {
        await writer.stayAlone();
        return openOutside();
      }
      const key = indexKey(mosaic, coverage);
      return (await writer.granules(key)) ?? writer.createGranules(key, schema);
    },
    check: async (mosaic) => {
      const database = databaseOf(mosaic);
      if (database !== undefined) await checkDatabase(database);
    },
    drop: async ({ value }, others) => {
      const database = databaseOf(value);
      if (database === undefined) return;
      const used = new Set(
        others.flatMap((other) =>
          other.value.coverages.map((one) => tableText(other.value, one.schema)),
        ),
      );
      for (const { schema } of value.coverages)
        if (!used.has(tableText(value, schema))) await dropMarked(database, schema, mark);
    },
    close: async () => {
      for (const database of open.values()) await database.close();
    },
  };
}

/**
 * Without the host, which has many names: a table of equal name elsewhere is better kept than
 * dropped.
 */
function tableText({ definition: { index } }: RecordValues["mosaic"], schema: IndexSchema): string {
  return index.type === "postgis"
    ? JSON.stringify([index.database, index.schema, schema.typeName])
    : "";
}
