/**
 * The table of an embedded index, with a column per attribute. Generated column names keep user
 * texts out of SQL. Dialects index boxes and times differently.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Extent } from "../filters/extent.ts";
import type { Systems } from "../filters/row.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import type { GranuleRow, IndexAttribute, IndexSchema } from "../../model/granule.ts";
import { timeAttribute, valueAttributes } from "./granule-index-rows.ts";
import type { Tables } from "./schema.ts";

export interface TableColumn {
  readonly attribute: IndexAttribute;
  readonly name: string;
}

export interface IndexTable {
  readonly database: Kysely<Tables>;
  readonly number: number;
  readonly name: string;
  readonly rows: RawBuilder<unknown>;
  readonly schema: IndexSchema;
  readonly columns: readonly TableColumn[];
  readonly location: TableColumn;
  readonly time: TableColumn | undefined;
  readonly systems: Systems;
  readonly dialect: IndexDialect;
}

/** A preselection for a filter. */
export interface Nearness {
  /** Selects all rows that may match; undefined where no index helps. */
  readonly near: RawBuilder<SqlBool> | undefined;
  /** Whether one statement may scan all rows; otherwise they are read in windows. */
  readonly isQuick: boolean;
}

export interface IndexDialect {
  /** `areBoxes`: all footprints equal their boxes. */
  readonly columns: (table: IndexTable, areBoxes: boolean) => SqlColumns;
  readonly nearness: (table: IndexTable, extent: Extent) => Promise<Nearness>;
  readonly createTables: (table: IndexTable) => Promise<void>;
  readonly dropTables: (table: IndexTable) => Promise<void>;
  readonly removeIds: (table: IndexTable, ids: readonly number[]) => Promise<void>;
  /** Rows are checked. Ids rise, and are never reused. */
  readonly putRows: (table: IndexTable, rows: readonly GranuleRow[]) => Promise<void>;
  /** Indexes rows that were inserted with ids from `first` to `last`. */
  readonly putBoxes: (table: IndexTable, first: number, last: number) => Promise<void>;
}

export type IndexOptions = Pick<IndexTable, "systems" | "dialect">;

/** The table may not exist yet. */
export function indexTable(
  database: Kysely<Tables>,
  { number, schema, systems, dialect }: Pick<IndexTable, "number" | "schema"> & IndexOptions,
): IndexTable {
  const name = `granules_${number}`;
  const columns = valueAttributes(schema).map((attribute, index) => ({
    attribute,
    name: `a${index}`,
  }));
  const location = columns.find(({ attribute }) => attribute.name === schema.location);
  if (location === undefined) throw new TypeError(`no attribute ${schema.location} in the schema`);
  const time = timeAttribute(schema);
  return {
    database,
    number,
    name,
    rows: sql.table(name),
    schema,
    columns,
    location,
    time: columns.find(({ attribute }) => attribute === time),
    systems,
    dialect,
  };
}
