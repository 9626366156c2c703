/** The writing half of the unit of work, inside a transaction. */
import type { Transaction } from "kysely";
import { formatAddress, type Address } from "../../model/address.ts";
import { digestOf } from "../../model/digest.ts";
import { audit as limits } from "../../model/limits.ts";
import { fileAddress, recordAddress } from "../catalog/addresses.ts";
import type { IndexKey } from "../catalog/granule-index.ts";
import { linksOf } from "../catalog/links.ts";
import type { RecordKind, RecordValues } from "../catalog/records.ts";
import {
  isReconcilerState,
  type AuditAbout,
  type CatalogReader,
  type CatalogWriter,
  type Origin,
  type RecordKey,
} from "../catalog/unit-of-work.ts";
import { embeddedIndex } from "./granule-index-writer.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { createIndex, findIndex, moveIndexes } from "./granule-indexes.ts";
import { keepContent } from "./contents.ts";
import { identityChange, type FrequentChanges } from "./frequent-changes.ts";
import type { FrequentQueries } from "./frequent-queries.ts";
import { keepKnownNetwork } from "./known-networks.ts";
import { kyselyReader, type ReaderOptions } from "./kysely-reader.ts";
import type { Tables } from "./schema.ts";
import { keepSession, removeIdleSessions, removeSession, removeSessions } from "./sessions.ts";

/** `trace` is set where only an audit entry is needed. */
interface Touched {
  catalog: boolean;
  state: boolean;
  trace: boolean;
  /** Keys of removed access rules. */
  readonly rules: string[];
  /** Formatted addresses of changed objects. */
  readonly objects: Set<string>;
}

interface Unit {
  readonly transaction: Transaction<Tables>;
  readonly queries: FrequentQueries;
}

/** `now` is ISO 8601. */
export interface UnitOptions extends ReaderOptions, Pick<CatalogWriter, "stayAlone"> {
  readonly origin: Origin;
  readonly now: string;
  /** Writes the audit entry where sequence numbers would have gaps. */
  readonly addEntry?: ((entry: UnitEntry) => Promise<void>) | undefined;
  /** Replaces the default way to raise the revision, after any change. */
  readonly count?: CountChange | undefined;
}

export interface UnitEntry extends Origin {
  readonly at: string;
  /** JSON list of rule keys; null where none was removed. */
  readonly removed: string | null;
  /** JSON of `AuditAbout`. */
  readonly about: string;
}

export type CountChange = (by: number) => Promise<void>;

/** After a change, raises the revision and adds an audit entry. */
export async function writeUnit<Result>(
  transaction: Transaction<Tables>,
  { origin, addEntry, count, now, ...options }: UnitOptions,
  work: (writer: CatalogWriter) => Promise<Result>,
): Promise<Result> {
  const touched: Touched = {
    catalog: false,
    state: false,
    trace: false,
    rules: [],
    objects: new Set(),
  };
  const result = await work(kyselyWriter(transaction, { now, ...options }, touched));
  if (touched.catalog || touched.state || touched.trace) {
    const { changes } = options.queries;
    if (count !== undefined) await count(touched.catalog ? 1 : 0);
    else if (touched.catalog) await changes.countChange(transaction);
    // The entry has the raised revision.
    const about = JSON.stringify(aboutOf(origin, touched));
    const entry = { ...origin, at: now, removed: listText(touched.rules), about };
    if (addEntry !== undefined) await addEntry(entry);
    else await addNumberedEntry(changes, transaction, entry);
  }
  return result;
}

function addNumberedEntry(
  changes: FrequentChanges,
  transaction: Transaction<Tables>,
  { at, account, address, method, path, removed, about }: UnitEntry,
): Promise<void> {
  return changes.addEntry(transaction, at, account, address, method, path, removed, about);
}

function aboutOf({ estate }: Origin, touched: Touched): AuditAbout {
  const objects = [...touched.objects];
  const isMore = objects.length > limits.objects;
  return { objects: isMore ? [...objects.slice(0, limits.objects), "*"] : objects, estate };
}

function listText(keys: readonly string[]): string | null {
  return keys.length === 0 ? null : JSON.stringify(keys);
}

function touching(touched: Touched, reader: CatalogReader) {
  const touchCatalog = () => {
    touched.catalog = true;
  };
  const touchObject = (address: Address | undefined) => {
    if (address !== undefined) touched.objects.add(formatAddress(address));
  };
  const touchMosaic = ({ workspace, store }: IndexKey) =>
    touchRecord({ kind: "mosaic", workspace, name: store });
  const touchFile = (path: string) => {
    if (isReconcilerState(path)) touched.state = true;
    else {
      touched.catalog = true;
      touchObject(fileAddress(path));
    }
  };
  const touchRecord = <Kind extends RecordKind>(
    key: RecordKey<Kind>,
    value?: RecordValues[Kind],
  ) => {
    touchCatalog();
    touchObject(recordAddress(key, value));
  };
  const touchPut = async <Kind extends RecordKind>(
    key: RecordKey<Kind>,
    value: RecordValues[Kind],
  ) => {
    // Rules are written as whole lists; only changed ones count.
    const { kind, workspace, name } = key;
    const was = isRule(kind) ? await reader.get(kind, workspace, name) : undefined;
    if (JSON.stringify(was?.value) === JSON.stringify(value)) touchCatalog();
    else touchRecord(key, value);
  };
  const touchStored = async <Kind extends RecordKind>(
    ...[key, ...more]: readonly [RecordKey<Kind>, ...RecordKey<Kind>[]]
  ) => {
    // Addresses of data stores need the old value; for others the kind suffices.
    const { kind, workspace, name } = key;
    const was = kind === "data-store" ? await reader.get(kind, workspace, name) : undefined;
    for (const one of [key, ...more]) touchRecord(one, was?.value);
  };
  return { touchCatalog, touchMosaic, touchFile, touchPut, touchStored };
}

function kyselyWriter(
  transaction: Transaction<Tables>,
  { now, stayAlone, ...options }: Omit<UnitOptions, "origin" | "addEntry" | "count">,
  touched: Touched,
): CatalogWriter {
  const { systems, sound, queries, indexes: dialect = sqliteIndexes } = options;
  const unit = { transaction, queries };
  const reader = kyselyReader(transaction, options);
  const { touchMosaic, touchFile, touchPut, touchStored } = touching(touched, reader);
  const remove = async (paths: readonly string[]) => {
    paths.forEach(touchFile);
    await removeFiles(unit, paths);
  };
  return {
    ...reader,
    stayAlone,
    put: async (key, value, links = linksOf(key.kind, value)) => {
      await touchPut(key, value);
      await putRecord(unit, key, { value, links, now });
    },
    rename: async (key, to) => {
      await touchStored(key, { ...to, kind: key.kind });
      await renameRecord(transaction, key, to);
    },
    remove: async (key) => {
      await touchStored(key);
      if (isRule(key.kind)) touched.rules.push(key.name);
      await removeRecord(unit, key);
    },
    writeFile: async (path, content) => {
      touchFile(path);
      const digest = digestOf(content);
      await keepContent(unit, sound, { digest, content });
      await writeFile(unit, { path, digest, bytes: content.byteLength, modified: now });
    },
    moveFile: async (from, to) => {
      touchFile(from);
      touchFile(to);
      await moveFile(unit, from, to);
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
    keepKnownNetwork: (known) => keepKnownNetwork(transaction, known),
    granules: async (key) => {
      const table = await findIndex(transaction, key, { systems, dialect });
      return table && embeddedIndex(table, () => touchMosaic(key));
    },
    createGranules: async (key, schema) => {
      touchMosaic(key);
      const table = await createIndex(transaction, { key, schema, systems, dialect });
      return embeddedIndex(table, () => touchMosaic(key));
    },
    moveGranules: async (from, to) => {
      if ((await moveIndexes(transaction, from, to)) > 0) touched.catalog = true;
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
  { transaction, queries: { changes } }: Unit,
  recordKey: RecordKey<Kind>,
  { value, links, now }: { value: RecordValues[Kind]; links: readonly string[]; now: string },
): Promise<void> {
  const { kind, workspace, name } = columnsOf(recordKey);
  await changes.putRecord(transaction, kind, workspace, name, JSON.stringify(value), now);
  const [link, ...others] = links;
  if (link !== undefined && others.length === 0) {
    // Usually the link is unchanged, and nothing is written.
    await changes.removeOtherLinks(transaction, kind, workspace, name, link);
    await changes.keepLink(transaction, kind, workspace, name, link);
    return;
  }
  await changes.removeLinks(transaction, kind, workspace, name);
  for (const one of links) await changes.addLink(transaction, kind, workspace, name, one);
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
  { transaction, queries: { changes } }: Unit,
  recordKey: RecordKey<Kind>,
): Promise<void> {
  const { kind, workspace, name } = columnsOf(recordKey);
  await changes.removeRecord(transaction, kind, workspace, name);
  await changes.removeLinks(transaction, kind, workspace, name);
}

async function writeFile(
  { transaction, queries: { changes } }: Unit,
  { path, digest, bytes, modified }: Tables["files"],
): Promise<void> {
  for (const drop of changes.dropReplaced) await drop(transaction, path, digest, path);
  await changes.putFile(transaction, path, digest, bytes, modified);
}

async function moveFile(unit: Unit, from: string, to: string): Promise<void> {
  await removeFiles(unit, [to]);
  await unit.transaction.updateTable("files").set({ path: to }).where("path", "=", from).execute();
}

async function removeFiles(unit: Unit, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [file] = await unit.queries.file(unit.transaction, path);
    if (file === undefined) continue;
    await unit.queries.changes.removeFile(unit.transaction, path);
    await dropUnused(unit, file.digest);
  }
}

async function dropUnused(
  { transaction, queries: { changes } }: Unit,
  digest: string,
): Promise<void> {
  for (const drop of changes.dropUnused) await drop(transaction, digest, digest);
}

/** Skips contents that are deleted by now. */
export async function keepIdentities(
  transaction: Transaction<Tables>,
  identities: ReadonlyMap<string, string>,
): Promise<void> {
  const keep = identityChange(transaction);
  for (const [digest, identity] of identities) await keep(transaction, identity, digest);
}
