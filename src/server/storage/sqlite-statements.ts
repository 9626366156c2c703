/** The statements of units of work in SQL of SQLite. */
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import {
  builderOf,
  catalogChanges,
  catalogQueries,
  type Built,
  type ChangeName,
  type Compiler,
  type QueryName,
} from "./statements.ts";

/** Plain texts, which pass to the thread that writes. */
export interface SqliteTexts {
  readonly queries: Readonly<Record<QueryName, string>>;
  readonly changes: Readonly<Record<ChangeName, string>>;
  readonly raise: string;
  readonly addEntry: string;
}

export const sqliteCompiler: Compiler = {
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
};

const database = builderOf(sqliteCompiler);

export const sqliteTexts: SqliteTexts = {
  queries: textsOf(catalogQueries(database)),
  changes: textsOf(catalogChanges(database)),
  raise: "update counters set value = value + 1 where name = 'revision'",
  addEntry: `insert into audit
    (at, account, address, method, path, removed_rules, about, revision)
    values (?, ?, ?, ?, ?, ?, ?, (select value from counters where name = 'revision'))`,
};

function textsOf<Name extends string>(
  statements: Readonly<Record<Name, Built>>,
): Readonly<Record<Name, string>> {
  const texts = Object.entries<Built>(statements).map(([name, { sql }]) => [name, sql]);
  return Object.fromEntries(texts) as Record<Name, string>;
}
