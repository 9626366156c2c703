/** Opens granule indexes in the catalog's database or in PostGIS. */
import type { IndexSchema } from "../../model/granule.ts";
import { secret } from "../../model/secret.ts";
import { IndexError, type GranuleIndex } from "../catalog/granule-index.ts";
import { indexKey, type Indexes } from "../catalog/indexes.ts";
import type { FoundIndex } from "../catalog/mosaic.ts";
import type { RecordValues } from "../catalog/records.ts";
import type { Systems } from "../filters/row.ts";
import { checkDatabase, postgisDatabase, type PostgisDatabase } from "./postgis.ts";
import { dropMarked, postgisIndex } from "./postgis-index.ts";
import type { MakeTable } from "./postgis-table.ts";

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

type Databases = (mosaic: RecordValues["mosaic"]) => PostgisDatabase | undefined;

/** User databases are connected by the first query. */
export function openIndexes({ unseal, systems, mark, isClosed }: IndexesOptions): Indexes {
  const open = new Map<string, PostgisDatabase>();
  const databaseOf: Databases = (mosaic) => {
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
  const outside = (mosaic: RecordValues["mosaic"], schema: IndexSchema, make?: MakeTable) => {
    const database = databaseOf(mosaic);
    const options = { systems, ...(make === undefined ? {} : { make }) };
    return database === undefined ? undefined : postgisIndex(database, schema, options);
  };
  return {
    outside: ({ mosaic, indexed }) => {
      const database = databaseOf(mosaic.value);
      return database && (() => postgisIndex(database, indexed.schema, { systems }));
    },
    read: async (reader, { mosaic, indexed }) => {
      if (databaseOf(mosaic.value) !== undefined) await reader.stayAlone?.();
      return (
        (await outside(mosaic.value, indexed.schema)) ??
        (await reader.granules(indexKey(mosaic, indexed.name))) ??
        missing({ mosaic, indexed })
      );
    },
    write: async (writer, { mosaic, indexed }) => {
      if (databaseOf(mosaic.value) !== undefined) await writer.stayAlone();
      return (
        (await outside(mosaic.value, indexed.schema)) ??
        (await writer.granules(indexKey(mosaic, indexed.name))) ??
        missing({ mosaic, indexed })
      );
    },
    create: async (writer, { mosaic, coverage, schema }): Promise<GranuleIndex> => {
      const key = indexKey(mosaic, coverage);
      if (databaseOf(mosaic.value) !== undefined) await writer.stayAlone();
      const there = (await outside(mosaic.value, schema, { mark })) ?? (await writer.granules(key));
      return there ?? writer.createGranules(key, schema);
    },
    check: async (mosaic) => {
      const database = databaseOf(mosaic);
      if (database !== undefined) await checkDatabase(database);
    },
    drop: async ({ value }, others) => {
      const database = databaseOf(value);
      if (database === undefined) return;
      const used = new Set(others.flatMap((other) => tablesOf(other.value)));
      for (const { schema } of value.coverages)
        if (!used.has(tableText(value, schema))) await dropMarked(database, schema, mark);
    },
    close: async () => {
      for (const database of open.values()) await database.close();
    },
  };
}

function tablesOf(mosaic: RecordValues["mosaic"]): readonly string[] {
  return mosaic.coverages.map(({ schema }) => tableText(mosaic, schema));
}

function tableText({ definition: { index } }: RecordValues["mosaic"], schema: IndexSchema): string {
  if (index.type !== "postgis") return "";
  // Without the host, which has many names: a table of equal name elsewhere is better kept than
  // dropped.
  return JSON.stringify([index.database, index.schema, schema.typeName]);
}

function missing({ mosaic, indexed }: FoundIndex): never {
  throw new IndexError(
    "unusable",
    `The mosaic ${mosaic.workspace}:${mosaic.name} has no index of '${indexed.name}'`,
  );
}
