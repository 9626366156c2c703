/** Columns of embedded granule indexes, alike in all databases. */
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from "kysely";
import { boxOf, polygonOf, type Box } from "../../model/geometry.ts";
import type { GranuleRow, GranuleValue, IndexAttribute } from "../../model/granule.ts";
import type { IndexTable, TableColumn } from "./granule-index-table.ts";

export function columnOf({ columns }: IndexTable, attribute: IndexAttribute): TableColumn {
  const column = columns.find((one) => one.attribute === attribute);
  if (column === undefined) throw new TypeError(`no column for ${attribute.name}`);
  return column;
}

/** Booleans are stored as 0 and 1. */
export function asParameter(value: GranuleValue): string | number | null {
  return typeof value === "boolean" ? Number(value) : value;
}

/** Whether the box of a row intersects a box; infinite sides are left out. */
export function meetsBox({ minx, miny, maxx, maxy }: Box): RawBuilder<SqlBool> {
  return allOf([
    Number.isFinite(maxx) ? [sql<SqlBool>`minx <= ${maxx}`] : [],
    Number.isFinite(minx) ? [sql<SqlBool>`maxx >= ${minx}`] : [],
    Number.isFinite(maxy) ? [sql<SqlBool>`miny <= ${maxy}`] : [],
    Number.isFinite(miny) ? [sql<SqlBool>`maxy >= ${miny}`] : [],
  ]);
}

/** The conjunction of terms; true without any. */
export function allOf(terms: readonly (readonly RawBuilder<SqlBool>[])[]): RawBuilder<SqlBool> {
  const flat = terms.flat();
  return flat.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(flat, sql` and `)})`;
}

/** `id` is assigned by the database or by the caller. */
export const OWN_COLUMNS = ["footprint", "minx", "miny", "maxx", "maxy"] as const;

/** An insert of `count` rows, with parameters for `own` and all attributes. */
export function insertion(
  { database, rows, columns }: IndexTable,
  own: readonly string[],
  count: number,
): CompiledQuery {
  const names = [...own, ...columns.map((column) => column.name)].map((name) => sql.ref(name));
  const places = sql`(${sql.join(names.map(() => sql`${0}`))})`;
  const all = sql.join(Array.from({ length: count }, () => places));
  return sql`insert into ${rows} (${sql.join(names)}) values ${all}`.compile(database);
}

export function cellsOf(
  { columns }: IndexTable,
  { footprint, values }: GranuleRow,
): readonly (string | number | null)[] {
  const box = boxOf(footprint);
  if (box === undefined) throw new TypeError("a footprint without points");
  const text = JSON.stringify(footprint);
  const isBox =
    text === JSON.stringify(polygonOf(box)) && box.minx < box.maxx && box.miny < box.maxy;
  return [
    isBox ? null : text,
    box.minx,
    box.miny,
    box.maxx,
    box.maxy,
    ...columns.map(({ attribute }) => asParameter(values[attribute.name] ?? null)),
  ];
}
