/** SQL views: feature types defined by a query (docs/compatibility.md, "Feature types"). */

/** Metadata key of an SQL view in its feature type. */
export const SQL_VIEW = "JDBC_VIRTUAL_TABLE";

/** Allowed types of geometry columns. */
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

/** Code of an unknown CRS. */
export const UNKNOWN_SRID = -1;

/** A geometry column. */
export interface ViewGeometry {
  readonly type: string;
  /** CRS number. */
  readonly srid: number;
}

/** A parameter, written `%name%` in the query. */
export interface ViewParameter {
  /** Undefined for an empty text. */
  readonly default?: string | undefined;
  /** Regular expression for values; undefined accepts all. */
  readonly validator?: string | undefined;
}

/** A query published like a table. */
export interface SqlView {
  readonly sql: string;
  /** Whether quotes in parameter values are escaped. */
  readonly escapeSql: boolean;
  /** Columns that identify a row, in order. */
  readonly keys: readonly string[];
  /** Geometry columns by name. */
  readonly geometry: Readonly<Record<string, ViewGeometry>>;
  /** By name. */
  readonly parameters: Readonly<Record<string, ViewParameter>>;
}

/** A query for comparisons: servers and editors end lines differently. */
export function plainSql(sql: string): string {
  return sql.replaceAll(/\r\n?/g, "\n").trim();
}
