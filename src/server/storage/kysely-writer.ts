/** The writing half of the unit of work, on tables; used inside a transaction only. */
import type { RawBuilder, Transaction } from "kysely";
import { digestOf } from "../../model/digest.ts";
import type { RecordKind, RecordValues } from "../catalog/records.ts";
import {
  isReconcilerState,
  type CatalogWriter,
  type Origin,
  type RecordKey,
} from "../catalog/unit-of-work.ts";
import { embeddedIndex } from "./granule-index-writer.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { createIndex, findIndex, moveIndexes } from "./granule-indexes.ts";
import { keepContent } from "./contents.ts";
import { kyselyReader, type ReaderOptions } from "./kysely-reader.ts";
import type { Tables } from "./schema.ts";
import { keepSession, removeIdleSessions, removeSession, removeSessions } from "./sessions.ts";

/** What a unit of work has changed so far; `trace` is for what only leaves an entry. */
interface Touched {
  catalog: boolean;
  state: boolean;
  trace: boolean;
  /** Keys of rules of access that were removed. */
  readonly rules: string[];
}

/** Who changes, and when (ISO 8601). */
export interface UnitOptions extends ReaderOptions, Pick<CatalogWriter, "stayAlone"> {
  readonly origin: Origin;
  readonly now: string;
  /** The id of the audit entry, where the database's own numbers may leave gaps. */
  readonly auditId?: RawBuilder<number> | undefined;
}

/** Runs work on a transaction; when it changed anything, counts and remembers the change. */
export async function writeUnit<Result>(
  transaction: Transaction<Tables>,
  { origin, auditId: id, now, ...options }: UnitOptions,
  work: (writer: CatalogWriter) => Promise<Result>,
): Promise<Result> {
  const touched: Touched = { catalog: false, state: false, trace: false, rules: [] };
  const result = await work(kyselyWriter(transaction, { now, ...options }, touched));
  if (touched.catalog || touched.state || touched.trace) {
    const revision = await countChange(transaction, touched.catalog ? 1 : 0);
    await transaction
      .insertInto("audit")
      .values({
        ...origin,
        ...(id === undefined ? {} : { id }),
        at: now,
        revision,
        removed_rules: listText(touched.rules),
      })
      .execute();
  }
  return result;
}

function listText(keys: readonly string[]): string | null {
  return keys.length === 0 ? null : JSON.stringify(keys);
}

async function countChange(transaction: Transaction<Tables>, by: number): Promise<number> {
  const { value } = await transaction
    .updateTable("counters")
    .set((row) => ({ value: row("value", "+", by) }))
    .where("name", "=", "revision")
    .returning("value")
    .executeTakeFirstOrThrow();
  return value;
}

/** A writer on a transaction; `now` gives the time of the whole unit of work. */
function kyselyWriter(
  transaction: Transaction<Tables>,
  { now, stayAlone, ...options }: Omit<UnitOptions, "origin" | "auditId">,
  touched: Touched,
): CatalogWriter {
  const reader = kyselyReader(transaction, options);
  const { systems, sound, indexes: dialect = sqliteIndexes } = options;
  const touchCatalog = () => {
    touched.catalog = true;
  };
  const touchFile = (path: string) => {
    if (isReconcilerState(path)) touched.state = true;
    else touched.catalog = true;
  };
  const remove = async (paths: readonly string[]) => {
    paths.forEach(touchFile);
    await removeFiles(transaction, paths);
  };
  return {
    ...reader,
    stayAlone,
    put: async (key, value, links = []) => {
      touched.catalog = true;
      await putRecord(transaction, key, { value, links, now });
    },
    rename: async (key, to) => {
      touched.catalog = true;
      await renameRecord(transaction, key, to);
    },
    remove: async (key) => {
      touched.catalog = true;
      if (isRule(key.kind)) touched.rules.push(key.name);
      await removeRecord(transaction, key);
    },
    writeFile: async (path, content) => {
      touchFile(path);
      const digest = digestOf(content);
      await keepContent(transaction, sound, { digest, content });
      const row = { digest, bytes: content.byteLength, modified: now };
      await writeFile(transaction, path, row);
    },
    moveFile: async (from, to) => {
      touchFile(from);
      touchFile(to);
      await moveFile(transaction, from, to);
    },
    removeFile: (path) => remove([path]),
    removeFolder: async (folder) =>
      remove((await reader.filesUnder(folder)).map((file) => file.path)),
    leaveTrace: () => {
      touched.trace = true;
    },
    keepSession: (session, most) => keepSession(transaction, session, most),
    removeSession: (digest) => removeSession(transaction, digest),
    removeSessions: (account) => removeSessions(transaction, account),
    removeIdleSessions: (since) => removeIdleSessions(transaction, since),
    granules: async (key) => {
      const table = await findIndex(transaction, key, { systems, dialect });
      return table && embeddedIndex(table, touchCatalog);
    },
    createGranules: async (key, schema) => {
      touchCatalog();
      const table = await createIndex(transaction, { key, schema, systems, dialect });
      return embeddedIndex(table, touchCatalog);
    },
    moveGranules: async (from, to) => {
      if ((await moveIndexes(transaction, from, to)) > 0) touchCatalog();
    },
  };
}

function isRule(kind: RecordKind): boolean {
  return kind === "access-rule" || kind === "service-rule" || kind === "rest-rule";
}

function columnsOf<Kind extends RecordKind>({ kind, workspace, name }: RecordKey<Kind>) {
  return { kind, workspace: workspace ?? "", name };
}

async function putRecord<Kind extends RecordKind>(
  transaction: Transaction<Tables>,
  recordKey: RecordKey<Kind>,
  { value, links, now }: { value: RecordValues[Kind]; links: readonly string[]; now: string },
): Promise<void> {
  const key = columnsOf(recordKey);
  const text = JSON.stringify(value);
  await transaction
    .insertInto("records")
    .values({ ...key, value: text, created: now, modified: null })
    .onConflict((conflict) =>
      conflict.columns(["kind", "workspace", "name"]).doUpdateSet({ value: text, modified: now }),
    )
    .execute();
  await removeLinks(transaction, key);
  if (links.length > 0) {
    await transaction
      .insertInto("links")
      .values(links.map((link) => ({ ...key, link })))
      .execute();
  }
}

async function removeLinks(
  transaction: Transaction<Tables>,
  key: { kind: string; workspace: string; name: string },
): Promise<void> {
  await transaction
    .deleteFrom("links")
    .where("kind", "=", key.kind)
    .where("workspace", "=", key.workspace)
    .where("name", "=", key.name)
    .execute();
}

async function renameRecord<Kind extends RecordKind>(
  transaction: Transaction<Tables>,
  recordKey: RecordKey<Kind>,
  to: { workspace: string | null; name: string },
): Promise<void> {
  const key = columnsOf(recordKey);
  for (const table of ["records", "links"] as const) {
    await transaction
      .updateTable(table)
      .set({ workspace: to.workspace ?? "", name: to.name })
      .where("kind", "=", key.kind)
      .where("workspace", "=", key.workspace)
      .where("name", "=", key.name)
      .execute();
  }
}

async function removeRecord<Kind extends RecordKind>(
  transaction: Transaction<Tables>,
  recordKey: RecordKey<Kind>,
): Promise<void> {
  const key = columnsOf(recordKey);
  await transaction
    .deleteFrom("records")
    .where("kind", "=", key.kind)
    .where("workspace", "=", key.workspace)
    .where("name", "=", key.name)
    .execute();
  await removeLinks(transaction, key);
}

async function writeFile(
  transaction: Transaction<Tables>,
  path: string,
  row: Omit<Tables["files"], "path">,
): Promise<void> {
  const before = await transaction
    .selectFrom("files")
    .select("digest")
    .where("path", "=", path)
    .executeTakeFirst();
  await transaction
    .insertInto("files")
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column("path").doUpdateSet(row))
    .execute();
  if (before !== undefined && before.digest !== row.digest)
    await dropUnused(transaction, before.digest);
}

async function moveFile(transaction: Transaction<Tables>, from: string, to: string): Promise<void> {
  await removeFiles(transaction, [to]);
  await transaction.updateTable("files").set({ path: to }).where("path", "=", from).execute();
}

async function removeFiles(
  transaction: Transaction<Tables>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const row = await transaction
      .selectFrom("files")
      .select("digest")
      .where("path", "=", path)
      .executeTakeFirst();
    if (row === undefined) continue;
    await transaction.deleteFrom("files").where("path", "=", path).execute();
    await dropUnused(transaction, row.digest);
  }
}

async function dropUnused(transaction: Transaction<Tables>, digest: string): Promise<void> {
  for (const table of ["blobs", "identities"] as const) {
    await transaction
      .deleteFrom(table)
      .where("digest", "=", digest)
      .where((where) => {
        const used = where.selectFrom("files").select("path").where("files.digest", "=", digest);
        return where.not(where.exists(used));
      })
      .execute();
  }
}

/** Keeps what was worked out from contents; of contents that are gone by now, nothing. */
export async function keepIdentities(
  transaction: Transaction<Tables>,
  identities: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [digest, identity] of identities) {
    await transaction
      .insertInto("identities")
      .columns(["digest", "identity"])
      .expression((build) =>
        build
          .selectFrom("blobs")
          .select((row) => [row.ref("digest").as("digest"), row.val(identity).as("identity")])
          .where("digest", "=", digest),
      )
      .onConflict((conflict) => conflict.column("digest").doNothing())
      .execute();
  }
}
