/**
 * Copies the rows of a catalog between databases. Digests per table, in key order, are the same for
 * all databases (docs/decisions/0082-catalog-copy.md).
 */
import { sql } from "kysely";
import { digestOf, digestOfValue, digestStream } from "../../model/digest.ts";
import { createTable } from "./granule-index-table.ts";
import { insertRows } from "./insert-rows.ts";
import {
  catalogTables,
  indexOf,
  pagesOf,
  rowsOf,
  type Row,
  type RowPlace,
  type RowTable,
} from "./row-tables.ts";

/** The digests of a catalog's rows. */
export interface RowsDigest {
  readonly rows: number;
  readonly digest: string;
  /** By table name; numbered tables include the last number assigned. */
  readonly tables: Readonly<Record<string, string>>;
}

export type OnRows = (count: number) => void;

/**
 * Copies rows into empty tables, and creates granule indexes. Returns the digest of what was read.
 * Memory holds one page of rows.
 */
export function copyRows(from: RowPlace, to: RowPlace, onRows: OnRows): Promise<RowsDigest> {
  return passRows(from, onRows, {
    begin: (row) => createTable(indexOf(to, row)),
    page: async (table, rows, index) => {
      await putRows(to, table, rows);
      if (index !== undefined) await indexOf(to, index).boxes?.put();
    },
    end: ({ name }, number) => to.giveNumber(name, number),
  });
}

/** The digest of all rows of a catalog. */
export function digestRows(place: RowPlace, onRows: OnRows): Promise<RowsDigest> {
  return passRows(place, onRows, {});
}

/** The tables whose digests differ. */
export function unlikeTables(one: RowsDigest, other: RowsDigest): readonly string[] {
  const names = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)]);
  return [...names].filter((name) => one.tables[name] !== other.tables[name]);
}

/** `index` is the row of `granule_indexes` that the rows belong to. */
interface Passing {
  readonly begin?: (index: Row) => Promise<void>;
  readonly page?: (table: RowTable, rows: readonly Row[], index: Row | undefined) => Promise<void>;
  /** Called for numbered tables, with the last number assigned. */
  readonly end?: (table: RowTable, number: number) => Promise<void>;
}

async function passRows(from: RowPlace, onRows: OnRows, passing: Passing): Promise<RowsDigest> {
  const tables: Record<string, string> = {};
  let rows = 0;
  const count = (more: number) => {
    rows += more;
    onRows(more);
  };
  for (const table of catalogTables)
    tables[table.name] = await passTable(from, { table, index: undefined }, count, passing);
  const indexes = catalogTables.find(({ name }) => name === "granule_indexes");
  if (indexes === undefined) throw new TypeError("no table of indexes");
  for await (const page of pagesOf(from.database, indexes))
    for (const index of page) {
      await passing.begin?.(index);
      const table = rowsOf(indexOf(from, index));
      tables[table.name] = await passTable(from, { table, index }, count, passing);
    }
  return { rows, digest: digestOfValue(tables), tables };
}

async function passTable(
  { database, numberOf }: RowPlace,
  { table, index }: { readonly table: RowTable; readonly index: Row | undefined },
  count: OnRows,
  { page, end }: Passing,
): Promise<string> {
  const digest = digestStream();
  const encoder = new TextEncoder();
  const add = (values: readonly unknown[]) =>
    digest.update(encoder.encode(`${JSON.stringify(values)}\n`));
  let highest = 0;
  for await (const rows of pagesOf(database, table)) {
    for (const row of rows) add(table.columns.map((column) => comparable(row[column])));
    await page?.(table, rows, index);
    if (table.isNumbered === true) highest = Number(rows.at(-1)?.["id"]);
    count(rows.length);
  }
  if (table.isNumbered === true) {
    // The counter lags behind after inserts with explicit numbers.
    const number = Math.max(highest, await numberOf(table.name));
    add(["last", number]);
    await end?.(table, number);
  }
  return digest.end();
}

function comparable(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: digestOf(value) } : value;
}

function putRows({ database }: RowPlace, { name, columns }: RowTable, rows: readonly Row[]) {
  return insertRows(
    database,
    { into: sql.table(name), columns: columns.map((column) => sql.ref(column)) },
    rows.map((row) => columns.map((column) => row[column])),
  );
}
