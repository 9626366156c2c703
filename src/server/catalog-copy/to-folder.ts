/**
 * Copies a database and its files into a data folder. The SQLite database is put in place last, so
 * that no server starts on a partial copy.
 */
import { realpathSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { ageOfSharedFiles, notedCatalog } from "../data-folder/shared-files.ts";
import { openChanges } from "../mosaics/journal.ts";
import { stagingFolderIn } from "../mosaics/places.ts";
import { stateIn } from "../storage/catalog-state.ts";
import { copyRows, digestRows } from "../storage/copy-rows.ts";
import { holdDatabase, readRows, serversIn, versionIn } from "../storage/postgres-copy.ts";
import type { HeldDatabase } from "../storage/postgres-copy.ts";
import { postgresSchema } from "../storage/postgres-tables.ts";
import { databasePath } from "../storage/read-only.ts";
import type { RowPlace } from "../storage/row-tables.ts";
import { makeDatabase, readDatabase } from "../storage/sqlite-copy.ts";
import { syncPath } from "../storage/sync-path.ts";
import { stagingFoldersIn } from "../replicas/sweep.ts";
import { compareFiles, compareRows, copied } from "./compare.ts";
import { copyFiles, digestFiles } from "./files.ts";
import { alone, checkApart, made, making } from "./folders.ts";
import { counter, type CopiedCatalog, type CopyJob } from "./job.ts";
import { checkVersion, inDatabase, nameOf, refusal } from "./refusal.ts";

/** Rejects with DataFolderError and file system errors; then both places are unchanged. */
export async function copyToFolder(job: CopyJob): Promise<CopiedCatalog> {
  const { address } = job;
  const files = realpathSync(job.files);
  checkApart(job.folder, files);
  return inDatabase(address, () =>
    holdDatabase(address, async (database) => {
      await checkStopped(database, job);
      await checkVersion(nameOf(address), await versionIn(database), database, postgresSchema);
      return readRows(database, async (source) => {
        const state = await stateOf(source, job);
        await checkFiles(files, state, job);
        const folder = made(job.folder);
        return alone(folder, job, () =>
          making(folder, state, () => copyAll({ ...job, folder, files }, state, source)),
        );
      });
    }),
  );
}

async function copyAll(
  job: CopyJob,
  state: CatalogState,
  source: RowPlace,
): Promise<CopiedCatalog> {
  const { folder, files } = job;
  const read = await copyFiles(files, folder, counter(job, "files"));
  compareFiles(read, await digestFiles(folder, counter(job, "comparing")));
  const path = join(folder, "catalog.copy.db");
  const rows = await makeDatabase(path, (place) => copyRows(source, place, counter(job, "rows")));
  const comparing = counter(job, "comparing");
  compareRows(rows, await readDatabase(path, (place) => digestRows(place, comparing)));
  await rename(path, databasePath(folder));
  await syncPath(folder);
  return copied(state, rows, read);
}

/** Refuses registered servers, even killed ones, whose leftovers must be repaired first. */
async function checkStopped(database: HeldDatabase, { address }: CopyJob): Promise<void> {
  const servers = await serversIn(database);
  if (servers.length === 0) return;
  const heard = servers.map(
    ({ name, silentMs }) => `${name} (heard of ${Math.round(silentMs / 1_000)} s ago)`,
  );
  throw refusal(
    `Servers work on ${nameOf(address)}: ${heard.join("; ")}`,
    "Stop them. A killed server stays listed: start plumbline serve on that database, stop it when it has cleaned up after the killed one, and copy again.",
  );
}

async function stateOf({ database }: RowPlace, { address }: CopyJob): Promise<CatalogState> {
  const { catalog, revision } = await stateIn(database);
  if (catalog !== undefined) return { catalog, revision };
  throw refusal(
    `No server has finished its start on ${nameOf(address)}`,
    "Start plumbline serve on it once, stop it, and copy again.",
  );
}

/** Refuses files of another catalog, and interrupted changes. */
async function checkFiles(files: string, state: CatalogState, { address }: CopyJob): Promise<void> {
  const staging = stagingFolderIn(files);
  const folders = await stagingFoldersIn(staging);
  const open = (await Promise.all(folders.map(openChanges))).flat();
  if (open.length > 0)
    throw refusal(
      `A server was interrupted during a change in ${files}`,
      "Start plumbline serve on the database once, stop it when it has put that in order, and copy again.",
    );
  const noted = notedCatalog(files);
  const { reasons } = await ageOfSharedFiles({
    files,
    state: async () => state,
    stagingFolders: async () => folders,
  });
  const reason =
    reasons[0] ?? (noted === undefined ? "nothing says of which catalog it is" : undefined);
  if (reason !== undefined)
    throw refusal(
      `${files} does not go with ${nameOf(address)}: ${reason}`,
      "Name the folder that its servers have by --files.",
    );
}
