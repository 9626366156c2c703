/** Connection parameters of data stores: secrets and the derived store type. */
import { APP_SCHEMA_TYPE } from "./app-schema.ts";

/** Whether the key is a password's. */
export function isSecretParameter(key: string): boolean {
  return /^(?:passwd|password|pwd|pass)$|password$/i.test(key.trim());
}

/** Whether a server masks a value: empty, stars or encrypted. */
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

/** The store type by `dbtype`, if clients name none. */
export function storeTypeOf(parameters: ReadonlyMap<string, string>): string {
  const database = parameters.get("dbtype") ?? "";
  if (database !== "") return typesByDatabase[database.toLowerCase()] ?? database;
  if (parameters.get("url")?.toLowerCase().endsWith(".shp")) return "Shapefile";
  return parameters.has("directory") ? "Properties" : "Unknown";
}
