/** Columns and SQL dialect of a table, for the compilation of filters. */
import type { RawBuilder, SqlBool } from "kysely";
import type { Box } from "../../model/geometry.ts";
import type { IndexAttribute } from "../../model/granule.ts";
import type { Index } from "./row.ts";
import type { Value } from "./values.ts";

/** The columns of a table in its dialect; every value is a bound parameter. */
export interface SqlColumns extends Index {
  /** The attribute that the time span of an extent refers to. */
  readonly time: string | undefined;
  /** The number of the row. */
  readonly id: RawBuilder<unknown>;
  /** The value of an attribute other than the footprint. */
  readonly value: (attribute: IndexAttribute) => RawBuilder<unknown>;
  /** A constant of the attribute's type. */
  readonly constant: (attribute: IndexAttribute, value: Value) => RawBuilder<unknown>;
  /** Makes a text sort by code point. */
  readonly ordered: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Case-sensitive LIKE with a pattern of a filter. */
  readonly like: (text: RawBuilder<unknown>, pattern: string) => RawBuilder<SqlBool>;
  /** Whether the footprint's box intersects a box; edges count. */
  readonly meets: (box: Box) => RawBuilder<SqlBool>;
  /** Whether every footprint in the table is an axis-parallel rectangle with an area. */
  readonly areBoxes: boolean;
}
