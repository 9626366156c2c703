/** Connection parameters of data stores: which of them are secret, which type of store they mean. */
import { APP_SCHEMA_TYPE } from "./app-schema.ts";

/** Whether a connection parameter holds a password, by its key. */
export function isSecretParameter(key: string): boolean {
  return /^(?:passwd|password|pwd|pass)$|password$/i.test(key.trim());
}

/** Whether a server keeps a secret to itself by showing that: nothing, stars, or the secret as it is kept. */
export function isWithheld(value: string | undefined): boolean {
  return value === undefined || /^(?:|\*+|\(secret\)|(?:plain|crypt\d|sealed):.*)$/.test(value);
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
