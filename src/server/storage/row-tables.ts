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
import type { Tables } from "./schema.ts";

/** Rows have the same form in both databases. */
export type Row = Readonly<Record<string, unknown>>;

/** SQLite and PostgreSQL agree on the order by `key`. */
export interface RowTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The column with long values, which limit the rows per page. */
  readonly long?: string;
  /** Whether the database assigns ids, and never reuses one. */
  readonly isNumbered?: true;
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

const record = ["kind", "workspace", "name"] as const;

/**
 * All tables of a copy except granule indexes. Sessions are left out: they are only valid where
 * they were started.
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

/** The index of a row of `granule_indexes`. */
export function indexOf({ database, indexes: dialect }: RowPlace, row: Row): EmbeddedTable {
  const schema = JSON.parse(String(row["schema"])) as IndexSchema;
  return embeddedTable(database, { number: Number(row["id"]), schema, systems: {}, dialect });
}

export function rowsOf({ name, columns }: EmbeddedTable): RowTable {
  const all = ["id", ...OWN_COLUMNS, ...columns.map((column) => column.name)];
  return { name, key: ["id"], columns: all, long: "footprint", isNumbered: true };
}

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

/** The rows after `last`, in order; all rows without it. */
function behind(key: readonly string[], last: Row | undefined): RawBuilder<unknown> {
  const order = sql`order by ${listed(key)}`;
  if (last === undefined) return order;
  const values = sql.join(key.map((column) => sql`${last[column]}`));
  return sql`where (${listed(key)}) > (${values}) ${order}`;
}

function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
