/** SQL views, which documents hold as a metadata entry of their feature type. */
import { defined } from "../model/defined.ts";
import {
  plainSql,
  SQL_VIEW,
  UNKNOWN_SRID,
  type SqlView,
  type ViewParameter,
} from "../model/sql-view.ts";
import {
  asList,
  member,
  memberFlag,
  memberText,
  textOf,
  type Tree,
  metadataEntry,
} from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

/** Has the name in the store. */
export interface NamedSqlView extends SqlView {
  readonly name: string;
}

/** The view in a feature type document; undefined for a table. */
export function readSqlView(document: Tree | undefined): NamedSqlView | undefined {
  const table = viewIn(document);
  if (table === undefined) return undefined;
  const geometries = asList(member(table, "geometry")).map((one) => {
    const srid = Number(filled(memberText(one, "srid")) ?? UNKNOWN_SRID);
    return [memberText(one, "name") ?? "", { type: memberText(one, "type") ?? "", srid }] as const;
  });
  const parameters = asList(member(table, "parameter")).map((one): [string, ViewParameter] => [
    memberText(one, "name") ?? "",
    {
      default: filled(memberText(one, "defaultValue")),
      validator: filled(memberText(one, "regexpValidator")),
    },
  ]);
  return {
    name: memberText(table, "name") ?? "",
    sql: plainSql(memberText(table, "sql") ?? ""),
    escapeSql: memberFlag(table, "escapeSql") ?? false,
    keys: asList(member(table, "keyColumn")).map((one) => textOf(one) ?? ""),
    geometry: Object.fromEntries(geometries),
    parameters: Object.fromEntries(parameters),
  };
}

function filled(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function viewIn(document: Tree | undefined): Tree | undefined {
  return member(metadataEntry(document, SQL_VIEW), "virtualTable");
}

/** The metadata entry of a view. */
export function sqlViewEntry({ name, sql, escapeSql, keys, geometry, parameters }: NamedSqlView): {
  readonly "@key": string;
  readonly virtualTable: XmlValue;
} {
  return {
    "@key": SQL_VIEW,
    virtualTable: {
      name,
      sql,
      escapeSql,
      keyColumn: keys,
      geometry: Object.entries(geometry).map(([column, { type, srid }]) => ({
        name: column,
        type,
        srid,
      })),
      parameter: Object.entries(parameters).map(([parameter, given]) => ({
        name: parameter,
        ...defined({ defaultValue: given.default, regexpValidator: given.validator }),
      })),
    },
  };
}

/** Rejects a view that GeoServer cannot read. Throws WireError. */
export function checkSqlView(body: Tree): void {
  const table = viewIn(body);
  if (table === undefined) return;
  for (const name of ["name", "sql"]) {
    if ((memberText(table, name) ?? "") === "")
      throw new WireError("malformed", `Expect ${name} but could not find it`);
  }
}
