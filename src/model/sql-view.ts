/** SQL views: feature types that a database works out by a query (docs/compatibility.md, "Feature types"). */

/** Key of the entry that holds one, in the metadata of its feature type. */
export const SQL_VIEW = "JDBC_VIRTUAL_TABLE";

/** What a column of geometries may hold. */
export const geometryTypes = [
  "Geometry",
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "GeometryCollection",
] as const;

/** Code of a reference system that is not known. */
export const UNKNOWN_SRID = -1;

/** A column of geometries. */
export interface ViewGeometry {
  readonly type: string;
  /** Number of its reference system. */
  readonly srid: number;
}

/** A parameter, which stands in the query as `%name%`. */
export interface ViewParameter {
  /** What it is where a request does not say it; undefined for an empty text. */
  readonly default?: string | undefined;
  /** Regular expression that what a request says has to match; undefined lets everything through. */
  readonly validator?: string | undefined;
}

/** A query that is published like a table. */
export interface SqlView {
  readonly sql: string;
  /** Whether quotes in values of parameters are escaped. */
  readonly escapeSql: boolean;
  /** Columns that identify a row, in their order. */
  readonly keys: readonly string[];
  /** Columns of geometries by their names. */
  readonly geometry: Readonly<Record<string, ViewGeometry>>;
  /** Parameters by their names. */
  readonly parameters: Readonly<Record<string, ViewParameter>>;
}

/** A query as it is compared: servers and editors end lines differently. */
export function plainSql(sql: string): string {
  return sql.replaceAll(/\r\n?/g, "\n").trim();
}
