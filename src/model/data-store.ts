/** Data stores, and their connection parameters: which of them are secret, which type they mean. */
import { APP_SCHEMA_TYPE } from "./app-schema.ts";
import { names, type NounDocument, type Patch } from "./fields.ts";
import { storeFields, type Store } from "./store.ts";

/** A data store (docs/interface.md, 2.1). */
export interface DataStore extends Store {
  readonly storeType: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** What a client says of one. */
export type DataStorePatch = Patch<DataStore>;

/** Its document. */
export const dataStoreDocument: NounDocument<DataStore> = {
  root: "dataStore",
  fields: {
    ...storeFields,
    storeType: { type: "filled-text", element: "type" },
    parameters: { type: "entries", element: "connectionParameters" },
  },
  elements: names(
    `name description type enabled workspace connectionParameters metadata _default dateCreated
     dateModified disableOnConnFailure featureTypes`,
  ),
  written: ["featureTypes"],
};

/** Whether a connection parameter holds a password, by its key. */
export function isSecretParameter(key: string): boolean {
  return /^(?:passwd|password|pwd|pass)$|password$/i.test(key.trim());
}

const typesByDatabase: Readonly<Record<string, string>> = {
  "app-schema": APP_SCHEMA_TYPE,
  postgis: "PostGIS",
  postgisng: "PostGIS",
  oracle: "Oracle NG",
  sqlserver: "Microsoft SQL Server",
  mysql: "MySQL",
  h2: "H2",
  geopkg: "GeoPackage",
  mongodb: "MongoDB",
};

/** The type text of a store, derived from its `dbtype` when a client names none. */
export function storeTypeOf(parameters: ReadonlyMap<string, string>): string {
  const database = parameters.get("dbtype") ?? "";
  if (database !== "") return typesByDatabase[database.toLowerCase()] ?? database;
  if (parameters.get("url")?.toLowerCase().endsWith(".shp")) return "Shapefile";
  return parameters.has("directory") ? "Properties" : "Unknown";
}
