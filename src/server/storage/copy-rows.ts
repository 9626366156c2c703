/**
 * Copies the rows of a catalog between databases. Digests per table, in key order, are the same for
 * all databases (docs/decisions/0082-catalog-copy.md).
 */
import { sql } from "kysely";
import { digestOf, digestOfValue, digestStream } from "../../model/digest.ts";
import { createTable, type EmbeddedTable } from "./granule-index-table.ts";
import { insertRows } from "./insert-rows.ts";
import { catalogTables, pagesOf, rowIndex, rowTable } from "./row-tables.ts";
import type { Row, RowPlace, RowTable } from "./row-tables.ts";

/** The digests of a catalog's rows. */
export interface RowsDigest {
  readonly rows: number;
  readonly digest: string;
  /** By table name; numbered tables include the last number assigned. */
  readonly tables: Readonly<Record<string, string>>;
}

type OnRows = (count: number) => void;

/** The digest of all rows of a catalog. */
export function digestRows(place: RowPlace, onRows: OnRows): Promise<RowsDigest> {
  return copyRows(place, undefined, onRows);
}

/**
 * Copies rows into empty tables, and creates granule indexes. Returns the digest of what was read.
 * Memory holds one page of rows.
 */
export async function copyRows(
  from: RowPlace,
  to: RowPlace | undefined,
  onRows: OnRows,
): Promise<RowsDigest> {
  const tables: Record<string, string> = {};
  let rows = 0;
  const pass = async (table: RowTable, made?: EmbeddedTable) => {
    const digest = digestStream();
    const encoder = new TextEncoder();
    const add = (values: readonly unknown[]) =>
      digest.update(encoder.encode(`${JSON.stringify(values)}\n`));
    let highest = 0;
    for await (const page of pagesOf(from.database, table)) {
      for (const row of page) add(table.columns.map((column) => comparable(row[column])));
      if (to !== undefined) await putRows(to, table, page);
      await made?.boxes?.put();
      if (table.isNumbered) highest = Number(page.at(-1)?.["id"]);
      rows += page.length;
      onRows(page.length);
    }
    if (table.isNumbered) {
      // The counter lags behind after inserts with explicit numbers.
      const number = Math.max(highest, await from.numberOf(table.name));
      add(["last", number]);
      await to?.giveNumber(table.name, number);
    }
    tables[table.name] = digest.end();
  };
  for (const table of catalogTables) await pass(table);
  for await (const page of pagesOf(from.database, rowTable("granule_indexes")))
    for (const row of page) {
      const made = to && rowIndex(to, row).index;
      if (made !== undefined) await createTable(made);
      await pass(rowIndex(from, row).table, made);
    }
  return { rows, digest: digestOfValue(tables), tables };
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

/** The tables whose digests differ. */
export function unlikeTables(one: RowsDigest, other: RowsDigest): readonly string[] {
  const names = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)]);
  return [...names].filter((name) => one.tables[name] !== other.tables[name]);
}
