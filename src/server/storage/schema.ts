/**
 * Tables of the catalog, in SQLite and PostgreSQL. A global record has an empty workspace, because
 * a key cannot contain null.
 */
import { sql, type Generated, type Kysely, type RawBuilder } from "kysely";
import { freshGlobalSettings } from "../../model/settings.ts";
import { linksOf } from "../catalog/links.ts";
import type { RecordKind, RecordValues } from "../catalog/records.ts";

/** The values of columns, by type. */
interface Values {
  /** Ordered by UTF-8 bytes. */
  text: string;
  optional: string | null;
  /** 64 bits. */
  integer: number;
  bytes: Uint8Array;
  /** A primary key that the database assigns: rising, never reused. */
  number: Generated<number>;
  /**
   * Names the change that made a row, or null; only in PostgreSQL, and only for queries in SQL
   * (docs/decisions/0084-a-lost-commit.md).
   */
  token: never;
}

type ColumnType = keyof Values;

/** A table in both databases. */
export interface TableShape {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Both databases agree on the order by it. */
  readonly key: readonly string[];
  readonly unique?: readonly string[];
  readonly index?: readonly string[];
  /** The column with long values. */
  readonly long?: string | undefined;
}

const record = { kind: "text", workspace: "text", name: "text" } as const;
const recordKey = ["kind", "workspace", "name"] as const;

/** All tables but those of granules: their rows of index n are in the table `granules_n`. */
export const tables = {
  records: {
    columns: { ...record, value: "text", created: "text", modified: "optional" },
    key: recordKey,
    long: "value",
  },
  links: {
    columns: { ...record, link: "text" },
    key: [...recordKey, "link"],
    index: ["kind", "link"],
  },
  files: {
    columns: { path: "text", digest: "text", bytes: "integer", modified: "text" },
    key: ["path"],
    index: ["digest"],
  },
  blobs: { columns: { digest: "text", content: "bytes" }, key: ["digest"], long: "content" },
  /** The computed meaning of contents; `digest` is that of the bytes. */
  identities: { columns: { digest: "text", identity: "text" }, key: ["digest"] },
  counters: { columns: { name: "text", value: "integer", token: "token" }, key: ["name"] },
  audit: {
    columns: {
      id: "number",
      at: "text",
      revision: "integer",
      account: "text",
      address: "text",
      method: "text",
      path: "text",
      /** JSON list of rule keys; null where none was removed. */
      removed_rules: "optional",
      /** JSON; null in entries of servers that do not write it. */
      about: "optional",
      token: "token",
    },
    key: ["id"],
    long: "removed_rules",
  },
  /** `mark` is a keyed digest of the network. */
  known_networks: {
    columns: { id: "number", account: "text", mark: "text" },
    key: ["id"],
    index: ["account"],
  },
  /** `schema` is JSON. */
  granule_indexes: {
    columns: { id: "number", workspace: "text", store: "text", coverage: "text", schema: "text" },
    key: ["id"],
    unique: ["workspace", "store", "coverage"],
  },
  /** `digest` is that of the browser's token. */
  sessions: {
    columns: { digest: "text", account: "text", mark: "text", used: "text" },
    key: ["digest"],
  },
  versions: { columns: { version: "integer" }, key: ["version"] },
} as const satisfies Readonly<Record<string, TableShape>>;

type RowOf<Columns extends TableShape["columns"]> = {
  -readonly [
    Name in keyof Columns as Columns[Name] extends "token" ? never : Name
  ]: Values[Columns[Name]];
};

/** The rows of all tables, for typed queries. */
export type Tables = {
  readonly [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]["columns"]>;
};

/** An older database is migrated, a newer one is refused. */
export const SCHEMA_VERSION = 8;

/** How a database makes tables. */
export interface SchemaDialect {
  /** Types without a text are of the other database. */
  readonly types: Readonly<Record<ColumnType, RawBuilder<unknown> | undefined>>;
  /** Selects the columns of tables, as `table.column`. */
  readonly columnsOf: (names: RawBuilder<unknown>) => RawBuilder<{ readonly name: string }>;
  readonly alter: (database: Kysely<Tables>, change: RawBuilder<unknown>) => Promise<unknown>;
}

/** SQLite makes tables so. */
export const sqliteSchema: SchemaDialect = {
  types: {
    text: sql`text not null`,
    optional: sql`text`,
    integer: sql`integer not null`,
    bytes: sql`blob not null`,
    number: sql`integer primary key autoincrement`,
    token: undefined,
  },
  columnsOf: (names) => sql`select t.name || '.' || c.name as name
    from sqlite_master as t, pragma_table_info(t.name) as c where t.name in (${names})`,
  alter: (database, change) => change.execute(database),
};

/** Creates or migrates the tables. Throws when the database has a newer version. */
export async function prepareTables(
  database: Kysely<Tables>,
  dialect: SchemaDialect = sqliteSchema,
): Promise<void> {
  await createTable(database, "versions", tables.versions, dialect);
  const found = await database.selectFrom("versions").select("version").executeTakeFirst();
  const version = found?.version ?? 0;
  if (version > SCHEMA_VERSION)
    throw new Error(
      `The catalog's database has version ${version}; this Plumbline reads version ${SCHEMA_VERSION}. Use a newer Plumbline`,
    );
  if (version < SCHEMA_VERSION)
    await database.transaction().execute((transaction) => bringUp(transaction, version, dialect));
  for (const [table, column, type] of await missingColumns(database, dialect)) {
    const change = sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${type}`;
    await dialect.alter(database, change);
  }
}

/**
 * Columns that the tables of earlier servers lack. They may be null and the version stays: these
 * servers keep working beside newer ones.
 */
export async function missingColumns(
  database: Kysely<Tables>,
  dialect: SchemaDialect,
): Promise<readonly (readonly [table: string, column: string, type: RawBuilder<unknown>])[]> {
  const there = await columnsIn(database, dialect);
  return Object.entries<TableShape>(tables).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, name]) => {
      const type = dialect.types[name];
      return type === undefined || there.has(`${table}.${column}`) ? [] : [[table, column, type]];
    }),
  );
}

async function columnsIn(
  database: Kysely<Tables>,
  { columnsOf }: SchemaDialect,
): Promise<ReadonlySet<string>> {
  const found = await columnsOf(sql.join(Object.keys(tables))).execute(database);
  return new Set(found.rows.map(({ name }) => name));
}

/** Creates the missing tables, without a row in any but `versions`. */
export async function makeTables(
  database: Kysely<Tables>,
  dialect: SchemaDialect = sqliteSchema,
): Promise<void> {
  const there = await columnsIn(database, dialect);
  for (const [name, shape] of Object.entries<TableShape>(tables))
    if (!there.has(`${name}.${shape.key[0]}`)) await createTable(database, name, shape, dialect);
  await database.deleteFrom("versions").execute();
  await database.insertInto("versions").values({ version: SCHEMA_VERSION }).execute();
}

async function createTable(
  database: Kysely<Tables>,
  name: string,
  { columns, key, unique, index }: TableShape,
  { types }: SchemaDialect,
): Promise<void> {
  const parts = Object.entries(columns).flatMap(([column, type]) =>
    types[type] === undefined ? [] : sql`${sql.ref(column)} ${types[type]}`,
  );
  if (columns["id"] !== "number") parts.push(sql`primary key (${listed(key)})`);
  if (unique !== undefined) parts.push(sql`unique (${listed(unique)})`);
  const table = sql.table(name);
  await sql`create table if not exists ${table} (${sql.join(parts)})`.execute(database);
  if (index === undefined) return;
  const named = sql.ref(`${name}_by_${index.at(-1)}`);
  await sql`create index ${named} on ${table} (${listed(index)})`.execute(database);
}

/** Columns with commas between. */
export function listed(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Version 0 is a new database. */
async function bringUp(
  database: Kysely<Tables>,
  version: number,
  dialect: SchemaDialect,
): Promise<void> {
  await makeTables(database, dialect);
  if (version < 2) {
    await changeRecords(database, "account", (old) => ({ enabled: true, groups: [], ...old }));
    await changeRecords(database, "layer", (old) => ({ type: "VECTOR", ...old }));
    await database.insertInto("counters").values({ name: "revision", value: 0 }).execute();
  }
  if (version < 6) await changeRecords(database, "global-settings", settingsByPath);
  if (version < 8) await linkRecords(database);
}

async function changeRecords(
  database: Kysely<Tables>,
  kind: string,
  change: (old: object) => object,
): Promise<void> {
  const rows = await database.selectFrom("records").selectAll().where("kind", "=", kind).execute();
  for (const { workspace, name, value } of rows) {
    const changed = JSON.stringify(change(JSON.parse(value) as object));
    await sql`update records set value = ${changed}
      where kind = ${kind} and workspace = ${workspace} and name = ${name}`.execute(database);
  }
}

/** Path prefixes before version 6, which stored only changed settings. */
const GROUPS: Readonly<Record<string, string>> = {
  contact: "settings/contact/",
  settings: "settings/",
  jai: "jai/",
  coverageAccess: "coverageAccess/",
  server: "",
};

function settingsByPath(groups: object): object {
  const given = Object.entries(groups as Readonly<Record<string, object>>).flatMap(
    ([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${GROUPS[group] ?? ""}${name}`, value]),
  );
  return { ...freshGlobalSettings(), ...Object.fromEntries(given) };
}

/** Kinds with links since version 8. */
const linkedSince8 = ["style", "feature-type", "coverage", "wms-layer", "wmts-layer"] as const;

async function linkRecords(database: Kysely<Tables>): Promise<void> {
  const records = database.selectFrom("records").selectAll().where("kind", "in", linkedSince8);
  for (const { kind, workspace, name, value } of await records.execute()) {
    const links = linksOf(kind as RecordKind, JSON.parse(value) as RecordValues[RecordKind]);
    for (const link of links)
      await sql`insert into links (kind, workspace, name, link)
        values (${kind}, ${workspace}, ${name}, ${link}) on conflict do nothing`.execute(database);
  }
}
