/** The statements of units of work in SQL of SQLite. */
import { changes, queries, writtenOut } from "./statements.ts";

const parameter = () => "?";

/** The queries, the changes, and what ends a unit: a raised revision and an entry of the audit. */
export const sqliteTexts = {
  queries: writtenOut(queries, parameter),
  changes: writtenOut(changes, parameter),
  raise: "update counters set value = value + 1 where name = 'revision'",
  addEntry: `insert into audit
    (at, account, address, method, path, removed_rules, about, revision)
    values (?, ?, ?, ?, ?, ?, ?, (select value from counters where name = 'revision'))`,
};
