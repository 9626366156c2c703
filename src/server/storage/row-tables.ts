/**
 * The tables of a catalog for copies: in key order, in pages that fit into memory
 * (docs/decisions/0082-catalog-copy.md).
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import { catalogCopy as limits } from "../../model/limits.ts";
import {
  embeddedTable,
  OWN_COLUMNS,
  type EmbeddedTable,
  type IndexDialect,
} from "./granule-index-table.ts";
import { listed, tables, type Tables, type TableShape } from "./schema.ts";

/** Rows have the same form in both databases. */
export type Row = Readonly<Record<string, unknown>>;

export interface RowTable extends Pick<TableShape, "key" | "long"> {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether the database assigns ids, and never reuses one. */
  readonly isNumbered: boolean;
}

/** A catalog's database, with what differs between dialects. */
export interface RowPlace {
  readonly database: Kysely<Tables>;
  readonly indexes: IndexDialect;
  /** The highest number ever assigned; 0 for none. */
  readonly numberOf: (table: string) => Promise<number>;
  /** The next id becomes higher than this number. */
  readonly giveNumber: (table: string, number: number) => Promise<void>;
}

/** Sessions are only valid where they were started. */
const LEFT_OUT: readonly string[] = ["sessions", "versions"];

/** A table for copies. */
export function rowTable(name: keyof Tables): RowTable {
  const { columns, key, long }: TableShape = tables[name];
  const names = Object.keys(columns).filter((column) => columns[column] !== "token");
  return { name, key, long, columns: names, isNumbered: columns["id"] === "number" };
}

/** All tables of a copy except granule indexes. */
export const catalogTables: readonly RowTable[] = (Object.keys(tables) as (keyof Tables)[])
  .filter((name) => !LEFT_OUT.includes(name))
  .map(rowTable);

/** The index of a row of `granule_indexes`, as a table of the place. */
export function rowIndex(
  { database, indexes: dialect }: RowPlace,
  row: Row,
): { readonly index: EmbeddedTable; readonly table: RowTable } {
  const schema = JSON.parse(String(row["schema"])) as IndexSchema;
  const index = embeddedTable(database, {
    number: Number(row["id"]),
    schema,
    systems: {},
    dialect,
  });
  const columns = ["id", ...OWN_COLUMNS, ...index.columns.map(({ name }) => name)];
  const table = { name: index.name, key: ["id"], columns, long: "footprint", isNumbered: true };
  return { index, table };
}

/** All rows of a table, in order. */
export async function* pagesOf(
  database: Kysely<Tables>,
  { name, key, columns, long }: RowTable,
): AsyncGenerator<readonly Row[]> {
  const order = sql`order by ${listed(key)}`;
  let rest = sql`from ${sql.table(name)} ${order}`;
  for (;;) {
    const most = long === undefined ? limits.pageRows : await fitting(database, long, rest);
    const page = await sql<Row>`select ${listed(columns)} ${rest} limit ${most}`.execute(database);
    const last = page.rows.at(-1);
    if (last === undefined) return;
    yield page.rows;
    const values = sql.join(key.map((column) => last[column]));
    rest = sql`from ${sql.table(name)} where (${listed(key)}) > (${values}) ${order}`;
  }
}

/** How many of the next rows fit into a page; at least one. */
async function fitting(
  database: Kysely<Tables>,
  long: string,
  rest: RawBuilder<unknown>,
): Promise<number> {
  const size = sql<{ bytes: number | null }>`select octet_length(${sql.ref(long)}) as bytes
    ${rest} limit ${limits.pageRows}`;
  const { rows } = await size.execute(database);
  let bytes = 0;
  const most = rows.findIndex((row) => (bytes += row.bytes ?? 0) > limits.pageBytes);
  return Math.max(1, most < 0 ? rows.length : most);
}
