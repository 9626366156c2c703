/**
 * The table of one embedded index: rows with a column for each attribute. Names of columns are made
 * here, so no text of a user becomes a name. How boxes and times are found is a database's own matter.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Extent } from "../filters/extent.ts";
import type { Systems } from "../filters/row.ts";
import type { SqlColumns } from "../filters/sql-columns.ts";
import type { GranuleRow, IndexAttribute, IndexSchema } from "../../model/granule.ts";
import { timeAttribute, valueAttributes } from "./granule-index-rows.ts";
import type { Tables } from "./schema.ts";

/** An attribute and the column that holds it. */
export interface TableColumn {
  readonly attribute: IndexAttribute;
  readonly name: string;
}

/** Where one index is kept, on the connection that reads or changes it. */
export interface IndexTable {
  readonly database: Kysely<Tables>;
  /** Number of the index. */
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

/** Which rows are near what a filter asks for. */
export interface Nearness {
  /** Leads to all rows that may match; undefined where nothing leads to them. */
  readonly near: RawBuilder<SqlBool> | undefined;
  /** Whether one statement may look through all the others; else they are read in windows. */
  readonly isQuick: boolean;
}

/** What databases do in different ways with an embedded index. */
export interface IndexDialect {
  /** The columns in conditions; `areBoxes` says whether all footprints are their boxes. */
  readonly columns: (table: IndexTable, areBoxes: boolean) => SqlColumns;
  readonly nearness: (table: IndexTable, extent: Extent) => Promise<Nearness>;
  readonly createTables: (table: IndexTable) => Promise<void>;
  readonly dropTables: (table: IndexTable) => Promise<void>;
  readonly removeIds: (table: IndexTable, ids: readonly number[]) => Promise<void>;
  /** Puts in rows that were checked; their ids rise in order, and were never given before. */
  readonly putRows: (table: IndexTable, rows: readonly GranuleRow[]) => Promise<void>;
  /** Has boxes and times lead to rows that were put in with their ids, from the first id to the last. */
  readonly putBoxes: (table: IndexTable, first: number, last: number) => Promise<void>;
}

/** What every index of a catalog is opened with. */
export type IndexOptions = Pick<IndexTable, "systems" | "dialect">;

/** The table of an index by its number; it need not be there yet. */
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
