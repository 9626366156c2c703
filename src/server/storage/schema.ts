/**
 * Tables of the catalog, in SQL for SQLite and PostgreSQL. A global record has an empty workspace,
 * because a key cannot contain null.
 */
import { sql, type ColumnDataType, type Generated, type Kysely, type RawBuilder } from "kysely";
import { freshGlobalSettings } from "../../model/settings.ts";
import { linksOf } from "../catalog/links.ts";
import type { RecordValues } from "../catalog/records.ts";

export interface Tables {
  readonly records: {
    kind: string;
    workspace: string;
    name: string;
    value: string;
    created: string;
    modified: string | null;
  };
  readonly links: { kind: string; workspace: string; name: string; link: string };
  readonly files: { path: string; digest: string; bytes: number; modified: string };
  readonly blobs: { digest: string; content: Uint8Array };
  /** The computed meaning of contents; `digest` is that of the bytes. */
  readonly identities: { digest: string; identity: string };
  readonly counters: { name: string; value: number };
  readonly audit: {
    id: Generated<number>;
    at: string;
    revision: number;
    account: string;
    address: string;
    method: string;
    path: string;
    /** JSON list of rule keys; null where none was removed. */
    removed_rules: string | null;
    /** JSON; null in entries of servers that do not write it. */
    about: string | null;
  };
  readonly versions: { version: number };
  /** The rows of index n are in the table `granules_n`. */
  readonly granule_indexes: {
    id: Generated<number>;
    workspace: string;
    store: string;
    coverage: string;
    /** JSON. */
    schema: string;
  };
  /** `mark` is a keyed digest of the network. */
  readonly known_networks: { id: Generated<number>; account: string; mark: string };
  /** `digest` is that of the browser's token. */
  readonly sessions: { digest: string; account: string; mark: string; used: string };
}

/** An older database is migrated, a newer one is refused. */
export const SCHEMA_VERSION = 8;

export interface ColumnTypes {
  /** Ordered by UTF-8 bytes. */
  readonly text: ColumnDataType | RawBuilder<unknown>;
  /** 64 bits. */
  readonly integer: ColumnDataType | RawBuilder<unknown>;
  readonly bytes: ColumnDataType | RawBuilder<unknown>;
  /** A primary key that the database assigns: rising, never reused. */
  readonly number: RawBuilder<unknown>;
}

const sqliteTypes: ColumnTypes = {
  text: "text",
  integer: "integer",
  bytes: "blob",
  number: sql`integer primary key autoincrement`,
};

/** Creates or migrates the tables. Throws when the database has a newer version. */
export async function prepareTables(
  database: Kysely<Tables>,
  types: ColumnTypes = sqliteTypes,
): Promise<void> {
  await database.schema
    .createTable("versions")
    .ifNotExists()
    .addColumn("version", types.integer)
    .execute();
  const found = await database.selectFrom("versions").select("version").executeTakeFirst();
  if (found !== undefined && found.version > SCHEMA_VERSION) {
    throw new Error(
      `The catalog's database has version ${found.version}; this Plumbline reads version ${SCHEMA_VERSION}`,
    );
  }
  if (found?.version !== SCHEMA_VERSION)
    await database
      .transaction()
      .execute((transaction) => bringUp(transaction, found?.version, types));
  if (types === sqliteTypes && !(await hasAbout(database))) await addAbout(database, types);
}

/** Creates all tables in a database without any. */
export async function makeTables(
  database: Kysely<Tables>,
  types: ColumnTypes = sqliteTypes,
): Promise<void> {
  await database.schema.createTable("versions").addColumn("version", types.integer).execute();
  await bringUp(database, undefined, types);
  await addAbout(database, types);
  await database.deleteFrom("counters").execute();
}

async function bringUp(
  database: Kysely<Tables>,
  found: number | undefined,
  types: ColumnTypes,
): Promise<void> {
  if (found === undefined) {
    await createTables(database, types);
    await database.insertInto("versions").values({ version: SCHEMA_VERSION }).execute();
  } else {
    await database.updateTable("versions").set({ version: SCHEMA_VERSION }).execute();
  }
  const before = found ?? 0;
  if (before < 2) {
    await changeRecords(database, "account", (old) => ({ enabled: true, groups: [], ...old }));
    await changeRecords(database, "layer", (old) => ({ type: "VECTOR", ...old }));
    await createAudit(database, types);
    await createIdentities(database, types);
  }
  if (before < 3) await createGranuleIndexes(database, types);
  if (before < 4) await addRemovedRules(database, types);
  if (before < 5) await createKnownNetworks(database, types);
  if (before < 6) await changeRecords(database, "global-settings", settingsByPath);
  if (before < 7) await createSessions(database, types);
  if (before < 8) await linkRecords(database);
}

async function changeRecords(
  database: Kysely<Tables>,
  kind: string,
  change: (old: object) => object,
): Promise<void> {
  const rows = await database.selectFrom("records").selectAll().where("kind", "=", kind).execute();
  for (const { workspace, name, value } of rows) {
    await database
      .updateTable("records")
      .set({ value: JSON.stringify(change(JSON.parse(value) as object)) })
      .where("kind", "=", kind)
      .where("workspace", "=", workspace)
      .where("name", "=", name)
      .execute();
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
  return { ...freshGlobalSettings, ...Object.fromEntries(given) };
}

/** Added in version 2. */
async function createAudit(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable("counters")
    .addColumn("name", types.text, (column) => column.primaryKey().notNull())
    .addColumn("value", types.integer, (column) => column.notNull())
    .execute();
  await database.insertInto("counters").values({ name: "revision", value: 0 }).execute();
  await database.schema
    .createTable("audit")
    .addColumn("id", types.number)
    .addColumn("at", types.text, (column) => column.notNull())
    .addColumn("revision", types.integer, (column) => column.notNull())
    .addColumn("account", types.text, (column) => column.notNull())
    .addColumn("address", types.text, (column) => column.notNull())
    .addColumn("method", types.text, (column) => column.notNull())
    .addColumn("path", types.text, (column) => column.notNull())
    .execute();
}

/** Added in version 2. */
async function createIdentities(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable("identities")
    .addColumn("digest", types.text, (column) => column.primaryKey().notNull())
    .addColumn("identity", types.text, (column) => column.notNull())
    .execute();
}

/** Added in version 3. Ids are never reused, because clients identify granules by them. */
async function createGranuleIndexes(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable("granule_indexes")
    .addColumn("id", types.number)
    .addColumn("workspace", types.text, (column) => column.notNull())
    .addColumn("store", types.text, (column) => column.notNull())
    .addColumn("coverage", types.text, (column) => column.notNull())
    .addColumn("schema", types.text, (column) => column.notNull())
    .addUniqueConstraint("granule_indexes_key", ["workspace", "store", "coverage"])
    .execute();
}

/** Keeps the schema version: servers of older versions keep working, and leave the column null. */
export function addAbout(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  return database.schema.alterTable("audit").addColumn("about", types.text).execute();
}

/** Whether the column `about` exists, in SQLite. */
export async function hasAbout(database: Kysely<Tables>): Promise<boolean> {
  const found = await sql`select 1 from pragma_table_info('audit') where name = 'about'`.execute(
    database,
  );
  return found.rows.length > 0;
}

/** Added in version 4. */
async function addRemovedRules(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema.alterTable("audit").addColumn("removed_rules", types.text).execute();
}

async function createTables(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  const key = ["kind", "workspace", "name"] as const;
  await database.schema
    .createTable("records")
    .ifNotExists()
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("workspace", types.text, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("value", types.text, (column) => column.notNull())
    .addColumn("created", types.text, (column) => column.notNull())
    .addColumn("modified", types.text)
    .addPrimaryKeyConstraint("records_key", [...key])
    .execute();
  await database.schema
    .createTable("links")
    .ifNotExists()
    .addColumn("kind", types.text, (column) => column.notNull())
    .addColumn("workspace", types.text, (column) => column.notNull())
    .addColumn("name", types.text, (column) => column.notNull())
    .addColumn("link", types.text, (column) => column.notNull())
    .addPrimaryKeyConstraint("links_key", [...key, "link"])
    .execute();
  await database.schema
    .createIndex("links_by_link")
    .ifNotExists()
    .on("links")
    .columns(["kind", "link"])
    .execute();
  await database.schema
    .createTable("files")
    .ifNotExists()
    .addColumn("path", types.text, (column) => column.primaryKey().notNull())
    .addColumn("digest", types.text, (column) => column.notNull())
    .addColumn("bytes", types.integer, (column) => column.notNull())
    .addColumn("modified", types.text, (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("files_by_digest")
    .ifNotExists()
    .on("files")
    .column("digest")
    .execute();
  await database.schema
    .createTable("blobs")
    .ifNotExists()
    .addColumn("digest", types.text, (column) => column.primaryKey().notNull())
    .addColumn("content", types.bytes, (column) => column.notNull())
    .execute();
}

/** Added in version 5. */
async function createKnownNetworks(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable("known_networks")
    .addColumn("id", types.number)
    .addColumn("account", types.text, (column) => column.notNull())
    .addColumn("mark", types.text, (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("known_networks_by_account")
    .on("known_networks")
    .column("account")
    .execute();
}

/** Added in version 7. */
async function createSessions(database: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable("sessions")
    .addColumn("digest", types.text, (column) => column.primaryKey().notNull())
    .addColumn("account", types.text, (column) => column.notNull())
    .addColumn("mark", types.text, (column) => column.notNull())
    .addColumn("used", types.text, (column) => column.notNull())
    .execute();
}

/** Kinds with links since version 8. */
const linkedSince8 = ["style", "feature-type", "coverage", "wms-layer", "wmts-layer"] as const;

/** Added in version 8. */
async function linkRecords(database: Kysely<Tables>): Promise<void> {
  for (const kind of linkedSince8) {
    const rows = await database
      .selectFrom("records")
      .select(["workspace", "name", "value"])
      .where("kind", "=", kind)
      .execute();
    for (const { workspace, name, value } of rows) {
      const links = linksOf(kind, JSON.parse(value) as RecordValues[typeof kind]);
      await database
        .insertInto("links")
        .values(links.map((link) => ({ kind, workspace, name, link })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}
