/**
 * Copies a data folder into a database and a folder for its files. One transaction writes the
 * database, and commits after the comparison.
 */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { postgres as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { findWrappedKey } from "../catalog/keystore.ts";
import { ageOfCatalog } from "../data-folder/catalog-age.ts";
import { noteSharedFiles } from "../data-folder/shared-files.ts";
import { openChanges } from "../mosaics/journal.ts";
import { stagingFolderIn } from "../mosaics/places.ts";
import { readCatalog } from "../storage/catalog-state.ts";
import { copyRows, digestRows, type RowsDigest } from "../storage/copy-rows.ts";
import { readElsewhere } from "../storage/elsewhere.ts";
import { findLogDamage } from "../storage/log-end.ts";
import { passwordFile } from "../storage/password-file.ts";
import { catalogTablesIn, holdDatabase, makeRows, versionIn } from "../storage/postgres-copy.ts";
import type { HeldDatabase } from "../storage/postgres-copy.ts";
import { databaseProblem } from "../storage/postgres-tables.ts";
import type { CatalogAddress } from "../storage/postgres-url.ts";
import { databasePath, sizeOf } from "../storage/read-only.ts";
import type { RowPlace } from "../storage/row-tables.ts";
import { readDatabase } from "../storage/sqlite-copy.ts";
import type { Connection } from "../storage/sqlite-connection.ts";
import { sqliteSchema } from "../storage/schema.ts";
import { readerOn, tablesOn } from "../storage/sqlite-readers.ts";
import { syncPath } from "../storage/sync-path.ts";
import { compareFiles, compareRows, copied } from "./compare.ts";
import { copyFiles, digestFiles } from "./files.ts";
import { alone, checkApart, made, making } from "./folders.ts";
import { counter, type CopiedCatalog, type CopyJob } from "./job.ts";
import { checkVersion, inDatabase, nameOf, refusal, sentence, START_ONCE } from "./refusal.ts";

/** Rejects with DataFolderError and file system errors; then both places are unchanged. */
export async function copyToDatabase(job: CopyJob): Promise<CopiedCatalog> {
  const { address } = job;
  if (sizeOf(databasePath(job.folder)) === 0) throw noCatalog(job.folder);
  const folder = realpathSync(job.folder);
  checkApart(folder, job.files);
  return alone(folder, job, async () => {
    await checkOrder(folder);
    return readDatabase(databasePath(folder), async (source, connection) => {
      const state = await stateOf(folder, connection);
      return inDatabase(address, () =>
        holdDatabase(address, async (database) => {
          await checkEmpty(database, job);
          const files = made(job.files);
          return alone(files, job, () =>
            making(files, state, (keep) =>
              copyAll({ ...job, folder, files }, state, { source, database, keep }),
            ),
          );
        }),
      );
    });
  });
}

interface Parts {
  readonly source: RowPlace;
  readonly database: HeldDatabase;
  /** The files stay even when the copy fails. */
  readonly keep: () => void;
}

async function copyAll(
  job: CopyJob,
  state: CatalogState,
  { source, database, keep }: Parts,
): Promise<CopiedCatalog> {
  const { folder, files, address } = job;
  const read = await copyFiles(folder, files, counter(job, "files"));
  noteSharedFiles(files, state.catalog, "copy");
  await syncPath(files);
  compareFiles(read, await digestFiles(files, counter(job, "comparing")));
  let rows: RowsDigest | undefined;
  try {
    await makeRows(database, address.schema, async (place) => {
      const digest = await copyRows(source, place, counter(job, "rows"));
      compareRows(digest, await digestRows(place, counter(job, "comparing")));
      rows = digest;
    });
  } catch (error) {
    // With all rows written, only the commit can have failed.
    if (rows === undefined || !(await isCommitted(address, keep))) throw error;
  }
  if (rows === undefined) throw new TypeError("a copy without rows");
  return copied(state, rows, read);
}

/**
 * Whether the commit succeeded, when its response was lost. Takes the lock again, because the
 * session of the copy may not have ended. Refuses, and keeps the files, when the database stays
 * unreachable.
 */
async function isCommitted(address: CatalogAddress, keep: () => void): Promise<boolean> {
  const until = performance.now() + limits.settleMs;
  while (performance.now() < until) {
    try {
      return await holdDatabase(address, async (held) => (await versionIn(held)) !== undefined);
    } catch {
      await pause(limits.retryPauseMs);
    }
  }
  keep();
  throw refusal(
    `${sentence(nameOf(address))} went away as the copy ended, and nobody knows whether it holds the catalog`,
    "When it is there again, start plumbline serve on it: the start says whether the copy is whole. If it is not, copy again.",
  );
}

function noCatalog(folder: string) {
  const elsewhere = readElsewhere(folder);
  return elsewhere === undefined
    ? refusal(`${folder} contains no catalog`, "Name the data folder by --data.")
    : refusal(
        `The catalog of ${folder} is in ${elsewhere}`,
        "Name the data folder that holds one by --data.",
      );
}

/** Refuses a folder that a server start would repair. */
async function checkOrder(folder: string): Promise<void> {
  const { reasons } = await orRefused(() => ageOfCatalog(folder));
  if (reasons[0] !== undefined)
    throw refusal(
      `The catalog in ${folder} is older than what lies beside it, or another one: ${reasons[0]}`,
      START_ONCE,
    );
  const damage = findLogDamage(databasePath(folder));
  if (damage !== undefined)
    throw refusal(`The log catalog.db-wal in ${folder} ${damage.problem}`, START_ONCE);
  const changes = await orRefused(() => openChanges(stagingFolderIn(folder)));
  if (changes.length > 0 || passwordFile(folder).next() !== undefined)
    throw refusal(`A server was interrupted during a change in ${folder}`, START_ONCE);
}

async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

/** Refuses a catalog of another version, and one that no server has prepared. */
async function stateOf(folder: string, connection: Connection): Promise<CatalogState> {
  const found = await readCatalog(connection);
  if (found === "empty") throw noCatalog(folder);
  const row = connection.prepare("SELECT version FROM versions").get();
  const version = Number(row?.["version"] ?? 0);
  await checkVersion(folder, version, tablesOn(connection), sqliteSchema);
  const { catalog, revision } = found;
  const hasKey = (await findWrappedKey(readerOn(connection))) !== undefined;
  if (catalog === undefined || !hasKey || existsSync(join(folder, "seal.key")))
    throw refusal(`No server has finished its start in ${folder}`, START_ONCE);
  return { catalog, revision };
}

async function checkEmpty(database: HeldDatabase, { address }: CopyJob): Promise<void> {
  const problem = await databaseProblem(database);
  if (problem !== undefined) throw refusal(`In ${nameOf(address)} no catalog can be: ${problem}`);
  const [first] = await catalogTablesIn(database);
  if (first === undefined) return;
  const isCatalog = (await versionIn(database)) !== undefined;
  throw refusal(
    `${sentence(nameOf(address))} ${isCatalog ? "holds a catalog" : `has a table ${first}`}`,
    "Name an empty database, or another schema of it by ?schema=NAME; nothing was changed.",
  );
}
