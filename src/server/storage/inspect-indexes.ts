/** Lists the granule indexes in a database. */
import type { IndexSchema } from "../../model/granule.ts";
import type { CheckFinding } from "../catalog/check-finding.ts";
import type { IndexKey } from "../catalog/granule-index.ts";
import { columnsOf } from "./granule-index-rows.ts";
import type { Connection } from "./sqlite-connection.ts";

/** An index in the catalog's database. */
export interface KeptIndex extends IndexKey {
  /** Distinct locations. */
  readonly locations: () => Iterable<string>;
}

/** Findings are tables without an index, and indexes without tables. */
export function findIndexes(database: Connection): {
  readonly indexes: readonly KeptIndex[];
  readonly findings: readonly CheckFinding[];
} {
  // SQLite keeps the parts of an R*Tree in tables of such names.
  const names = `SELECT name FROM sqlite_master WHERE type = 'table'
    AND name GLOB 'granules_[0-9]*' AND name NOT GLOB '*_boxes_*'`;
  const found = database.prepare(names).all();
  const tables = new Set(found.map(({ name }) => String(name)));
  const findings: CheckFinding[] = [];
  const indexes: KeptIndex[] = [];
  for (const row of database.prepare("SELECT * FROM granule_indexes ORDER BY id").all()) {
    const [workspace, store] = [String(row["workspace"]), String(row["store"])];
    const coverage = String(row["coverage"]);
    const table = `granules_${Number(row["id"])}`;
    const where = `index of ${workspace}:${store}, ${coverage}`;
    const column = locationColumn(String(row["schema"]));
    const isThere = tables.delete(table) && tables.delete(`${table}_boxes`);
    if (!isThere || column === undefined)
      findings.push({ code: "index-missing", where, message: `There is no table ${table} for it` });
    else {
      const query = database.prepare(
        `SELECT DISTINCT ${column} AS location FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      indexes.push({
        workspace,
        store,
        coverage,
        locations: () => query.iterate().map(({ location }) => String(location)),
      });
    }
  }
  for (const name of tables)
    findings.push({ code: "index-unknown", where: name, message: "No mosaic has this index" });
  return { indexes, findings };
}

/** The column with locations; undefined for an invalid schema. */
function locationColumn(text: string): string | undefined {
  try {
    const schema = JSON.parse(text) as IndexSchema;
    return columnsOf(schema).find(({ attribute }) => attribute.name === schema.location)?.name;
  } catch {
    return undefined;
  }
}
