/**
 * The tables of a catalog as they are copied from one database to another: their rows in the order of a key, in
 * pages that memory holds (docs/decisions/0082-catalog-copy.md).
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { IndexSchema } from "../../model/granule.ts";
import { catalogCopy as limits } from "../../model/limits.ts";
import { OWN_COLUMNS } from "./granule-index-columns.ts";
import { indexTable, type IndexDialect, type IndexTable } from "./granule-index-table.ts";
import type { Tables } from "./schema.ts";

/** A row as both databases give it: texts, numbers, bytes and nulls by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A table, and the order in which its rows are read: SQLite and PostgreSQL agree on it. */
export interface RowTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The column whose values may be long, so that few of them fit into a page. */
  readonly long?: string;
  /** Whether the database numbers its rows, and gives no number twice. */
  readonly isNumbered?: true;
}

/** What a place of a catalog can do for a copy: its database, and what databases do in different ways. */
export interface RowPlace {
  readonly database: Kysely<Tables>;
  readonly indexes: IndexDialect;
  /** The highest number that was given to a row of a table; 0 where none was. */
  readonly numberOf: (table: string) => Promise<number>;
  /** Has the next row of a table get a number beyond this one. */
  readonly giveNumber: (table: string, number: number) => Promise<void>;
}

const record = ["kind", "workspace", "name"] as const;

/**
 * Every table that outlives a server, but for the indexes of mosaics. Sessions are none of them: they end with the
 * place where somebody logged in.
 */
export const catalogTables: readonly RowTable[] = [
  {
    name: "records",
    key: record,
    columns: [...record, "value", "created", "modified"],
    long: "value",
  },
  { name: "links", key: [...record, "link"], columns: [...record, "link"] },
  { name: "files", key: ["path"], columns: ["path", "digest", "bytes", "modified"] },
  { name: "blobs", key: ["digest"], columns: ["digest", "content"], long: "content" },
  { name: "identities", key: ["digest"], columns: ["digest", "identity"] },
  { name: "counters", key: ["name"], columns: ["name", "value"] },
  {
    name: "audit",
    key: ["id"],
    columns: [
      "id",
      "at",
      "revision",
      "account",
      "address",
      "method",
      "path",
      "removed_rules",
      "about",
    ],
    long: "removed_rules",
    isNumbered: true,
  },
  {
    name: "known_networks",
    key: ["id"],
    columns: ["id", "account", "mark"],
    isNumbered: true,
  },
  {
    name: "granule_indexes",
    key: ["id"],
    columns: ["id", "workspace", "store", "coverage", "schema"],
    isNumbered: true,
  },
];

/** The index of a mosaic with the table of its rows. */
export interface RowIndex {
  readonly index: IndexTable;
  readonly table: RowTable;
}

/** The index that a row of `granule_indexes` names. */
export function rowIndex({ database, indexes: dialect }: RowPlace, row: Row): RowIndex {
  const schema = JSON.parse(String(row["schema"])) as IndexSchema;
  const index = indexTable(database, { number: Number(row["id"]), schema, systems: {}, dialect });
  const columns = ["id", ...OWN_COLUMNS, ...index.columns.map(({ name }) => name)];
  const table = { name: index.name, key: ["id"], columns, long: "footprint" };
  return { index, table: { ...table, isNumbered: true } };
}

/** All rows of a table in order, page by page; between two pages everything else has its turn. */
export async function* pagesOf(
  database: Kysely<Tables>,
  table: RowTable,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const most = await fitting(database, table, last);
    const rows = most === 0 ? [] : await rowsAfter(database, table, { last, most });
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** How many rows make the next page. */
async function fitting(
  database: Kysely<Tables>,
  { name, key, long }: RowTable,
  last: Row | undefined,
): Promise<number> {
  if (long === undefined) return limits.pageRows;
  const size = sql<{ bytes: number | null }>`select octet_length(${sql.ref(long)}) as bytes
    from ${sql.table(name)} ${behind(key, last)} limit ${limits.pageRows}`;
  const { rows } = await size.execute(database);
  let bytes = 0;
  const most = rows.findIndex((row) => (bytes += row.bytes ?? 0) > limits.pageBytes);
  return most < 0 ? rows.length : Math.max(1, most);
}

async function rowsAfter(
  database: Kysely<Tables>,
  { name, key, columns }: RowTable,
  { last, most }: { readonly last: Row | undefined; readonly most: number },
): Promise<readonly Row[]> {
  const found = await sql<Row>`select ${listed(columns)} from ${sql.table(name)}
    ${behind(key, last)} limit ${most}`.execute(database);
  return found.rows;
}

/** The rows behind one, in order; all without one. */
function behind(key: readonly string[], last: Row | undefined): RawBuilder<unknown> {
  const order = sql`order by ${listed(key)}`;
  if (last === undefined) return order;
  const values = sql.join(key.map((column) => sql`${last[column]}`));
  return sql`where (${listed(key)}) > (${values}) ${order}`;
}

/** Columns by their names. */
export function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
