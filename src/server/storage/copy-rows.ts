/**
 * Copies the rows of a catalog between databases. Digests per table, in key order, are the same for
 * all databases (docs/decisions/0082-catalog-copy.md).
 */
import { sql, type CompiledQuery } from "kysely";
import { digestOf, digestOfValue, digestStream } from "../../model/digest.ts";
import { catalogCopy as limits } from "../../model/limits.ts";
import { parts } from "./granule-index-paging.ts";
import {
  catalogTables,
  listed,
  pagesOf,
  rowIndex,
  type Row,
  type RowIndex,
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
    begin: async (row) => {
      const { index } = rowIndex(to, row);
      await index.dialect.createTables(index);
    },
    page: async (table, rows, index) => {
      await putRows(to, table, rows);
      if (index === undefined) return;
      const made = rowIndex(to, index).index;
      const [first, last] = [rows[0]?.["id"], rows.at(-1)?.["id"]];
      await made.dialect.putBoxes(made, Number(first), Number(last));
    },
    end: ({ name }, number) => to.giveNumber(name, number),
  });
}

/** The digest of all rows of a catalog. */
export function digestRows(place: RowPlace, onRows: OnRows): Promise<RowsDigest> {
  return passRows(place, onRows, {
    begin: async () => undefined,
    page: async () => undefined,
    end: async () => undefined,
  });
}

/** The tables whose digests differ. */
export function unlikeTables(one: RowsDigest, other: RowsDigest): readonly string[] {
  const names = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)]);
  return [...names].filter((name) => one.tables[name] !== other.tables[name]);
}

/** `index` is the row of `granule_indexes` that the rows belong to. */
interface Passing {
  readonly begin: (index: Row) => Promise<void>;
  readonly page: (table: RowTable, rows: readonly Row[], index: Row | undefined) => Promise<void>;
  /** Called for numbered tables, with the last number assigned. */
  readonly end: (table: RowTable, number: number) => Promise<void>;
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
      await passing.begin(index);
      const { table }: RowIndex = rowIndex(from, index);
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
    await page(table, rows, index);
    if (table.isNumbered === true) highest = Number(rows.at(-1)?.["id"]);
    count(rows.length);
  }
  if (table.isNumbered === true) {
    // The counter lags behind after inserts with explicit numbers.
    const number = Math.max(highest, await numberOf(table.name));
    add(["last", number]);
    await end(table, number);
  }
  return digest.end();
}

function comparable(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: digestOf(value) } : value;
}

async function putRows({ database }: RowPlace, table: RowTable, rows: readonly Row[]) {
  const { name, columns } = table;
  const most = Math.max(1, Math.floor(limits.values / columns.length));
  const statements = new Map<number, CompiledQuery>();
  for (const part of parts(rows, most)) {
    const places = sql`(${sql.join(columns.map(() => sql`${0}`))})`;
    const all = sql.join(part.map(() => places));
    const statement =
      statements.get(part.length) ??
      sql`insert into ${sql.table(name)} (${listed(columns)}) values ${all}`.compile(database);
    statements.set(part.length, statement);
    const parameters = part.flatMap((row) => columns.map((column) => row[column]));
    await database.executeQuery({ ...statement, parameters });
  }
}
