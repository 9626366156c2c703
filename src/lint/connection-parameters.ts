/** Connection parameters that GeoTools reads of PostGIS stores; it ignores all others. Data. */
import { nearest } from "../model/nearest.ts";

const postgis = [
  "Batch insert size",
  "Callback factory",
  "Connection timeout",
  "Estimated extends",
  "Evictor run periodicity",
  "Evictor tests per run",
  "Expose primary keys",
  "Loose bbox",
  "Max connection idle time",
  "Max open prepared statements",
  "Method used to simplify geometries",
  "Primary key metadata table",
  "SSL mode",
  "Session close-up SQL",
  "Session startup SQL",
  "Support on the fly geometry simplification",
  "Test while idle",
  "create database",
  "create database params",
  "database",
  "dbtype",
  "encode functions",
  "fetch size",
  "host",
  "jndiReferenceName",
  "max connections",
  "min connections",
  "namespace",
  "passwd",
  "port",
  "preparedStatements",
  "schema",
  "user",
  "validate connections",
];

/** The known parameter that a misspelt PostGIS parameter resembles. */
export function parameterMeant(key: string): string | undefined {
  return postgis.includes(key) ? undefined : nearest(key, postgis);
}
