/**
 * The embedded store: one SQLite database. A change is on disk before it is acknowledged
 * (write-ahead log, synchronous=FULL); reads use other connections and never wait for changes
 * (docs/decisions/0002-embedded-store.md).
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { storage as limits } from "../../model/limits.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { asRefusal } from "./database-error.ts";
import { sqliteIndexes } from "./granule-index-sqlite.ts";
import { indexPart } from "./granule-indexes.ts";
import { kyselyReader, type ReaderOptions } from "./kysely-reader.ts";
import { prepareTables } from "./schema.ts";
import { connectReading, connectWriting } from "./sqlite-connection.ts";
import { kyselyOver } from "./sqlite-dialect.ts";
import { askOn, comparingOn, openReaders, readerOptions, tablesOn } from "./sqlite-readers.ts";
import { openRevision } from "./sqlite-revision.ts";
import { openWriter } from "./sqlite-writer.ts";
import { writingTo, type UnitDatabase } from "./write-path.ts";

/**
 * Opens or creates the catalog in a folder. `now` returns ISO 8601 times; `systems` serve granule
 * filters; after `listsBeforeThread` lists of changes, a thread takes over.
 */
export async function openSqliteCatalog(
  folder: string,
  now: () => string,
  systems: Systems = {},
  listsBeforeThread: number = limits.unitsBeforeThread,
): Promise<Catalog> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "catalog.db");
  const options = { waitMs: limits.busyMs, cacheKib: limits.writerCacheKib };
  const connection = connectWriting(path, options);
  chmodSync(path, 0o600);
  try {
    await prepareTables(tablesOn(connection));
  } catch (error) {
    connection.close();
    throw error;
  }
  const writer = openWriter(connection, { path, options }, listsBeforeThread);
  const looking = connectReading(path, readerOptions);
  const sound = soundContents();
  const indexes = { systems, dialect: sqliteIndexes };
  const common = { indexes, sound };
  const revision = openRevision(path, readerOptions);
  // It sees all that a reader sees.
  const isUnchanged: ReaderOptions["isUnchanged"] = (basis) => {
    revision.read();
    return revision.isUnchanged(basis);
  };
  const readers = openReaders(path, { ...common, isUnchanged });
  const ask = askOn(looking);
  const areSame = comparingOn(looking);
  const tables = tablesOn(looking);
  const reader: UnitDatabase["reader"] = (asked) => kyselyReader(tables, { ...common, ask: asked });
  const { write, keepIdentities } = writingTo(
    {
      ask,
      reader,
      confirm: async (reads) => reads.length === 0 || areSame(reads),
      apply: writer.apply,
      // What others have committed is read; indexes, on the connection that writes.
      hold: (work) =>
        writer.hold((run) => work({ ask, reader, indexes: indexPart(kyselyOver(run), indexes) })),
    },
    { now, sound },
  );
  const running = new Set<Promise<unknown>>();
  const changing = async <Result>(work: Promise<Result>) => {
    running.add(work);
    try {
      return await refusing(work);
    } finally {
      revision.changed();
      running.delete(work);
    }
  };
  return {
    read: (work) => refusing(readers.use(work)),
    revision: revision.now,
    isUnchanged: revision.isUnchanged,
    write: (origin, work) => changing(write(origin, work)),
    keepIdentities: (identities) => changing(keepIdentities(identities)),
    close: async () => {
      await Promise.allSettled(running);
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
