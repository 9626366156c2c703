/**
 * The embedded store: one SQLite database. A change is on disk before it is acknowledged
 * (write-ahead log, synchronous=FULL); reads use other connections and never wait for changes
 * (docs/decisions/0002-embedded-store.md).
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Transaction } from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { asRefusal } from "./database-error.ts";
import { frequentQueries } from "./frequent-queries.ts";
import { keepIdentities, writeUnit } from "./kysely-writer.ts";
import { prepareTables, type Tables } from "./schema.ts";
import { connectReading } from "./sqlite-connection.ts";
import { kyselyWriting } from "./sqlite-dialect.ts";
import { openGroupStatements } from "./sqlite-group.ts";
import { openUnits } from "./sqlite-units.ts";
import { openRevision } from "./sqlite-revision.ts";
import { openReaders, readerOptions } from "./sqlite-readers.ts";
import { openWriter } from "./sqlite-writer.ts";
import { openGroups, type UnitPlace } from "./unit-groups.ts";

/**
 * Opens or creates the catalog in a folder. `now` returns ISO 8601 times; `systems` serve granule
 * filters; after `changesBeforeThread` changes, a thread takes over the writes.
 */
export async function openSqliteCatalog(
  folder: string,
  now: () => string,
  systems: Systems = {},
  changesBeforeThread: number = limits.changesBeforeThread,
): Promise<Catalog> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "catalog.db");
  const options = { waitMs: limits.busyMs, cacheKib: limits.writerCacheKib };
  const writer = openWriter(path, options, changesBeforeThread);
  chmodSync(path, 0o600);
  const looking = connectReading(path, readerOptions);
  const { statements, transaction } = openGroupStatements(writer, looking);
  const database = kyselyWriting(statements);
  await prepareTables(database);
  const queries = frequentQueries(database);
  const common = { systems, sound: soundContents() };
  const revision = openRevision(path, readerOptions);
  const readers = openReaders(path, { ...common, queries }, revision.recorder);
  const groups = openGroups(transaction);
  const units = openUnits(statements);
  const unitOptions = { ...common, queries: queries.runBy(units.run) };
  const change = <Result>(
    work: (transaction: Transaction<Tables>, place: UnitPlace) => Promise<Result>,
  ) =>
    refusing(
      groups.run((place) =>
        database
          .transaction()
          .execute((unit) => units.within(unit, (transaction) => work(transaction, place))),
      ),
    );
  return {
    read: (work) => refusing(readers.use(work)),
    revision: revision.now,
    write: (origin, work) => {
      const unit = { ...unitOptions, origin, now: now() };
      return change((transaction, place) => writeUnit(transaction, { ...unit, ...place }, work));
    },
    keepIdentities: (identities) =>
      change((transaction) => keepIdentities(transaction, identities)),
    close: async () => {
      await groups.settled();
      await readers.close();
      revision.close();
      looking.close();
      await writer.close();
    },
  };
}

async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asRefusal(error);
  }
}
