/** Opens a server with its own catalog: all data is in one folder. */
import { randomUUID } from "node:crypto";
import { standardCosts } from "../model/derivation.ts";
import { http } from "../model/limits.ts";
import { makePassword, prepareAdministrator } from "./administrator.ts";
import { buildServer } from "./app.ts";
import { identify } from "./catalog/catalog-id.ts";
import { dialectOf } from "./catalog/dialect.ts";
import { homesOf, recordedChanges } from "./catalog/mosaic.ts";
import { prepareCatalog } from "./catalog/start.ts";
import { serverOrigin, type Catalog } from "./catalog/unit-of-work.ts";
import { ageOfCatalog, olderCatalogError } from "./data-folder/catalog-age.ts";
import { finishCopy } from "./data-folder/unfinished-copy.ts";
import { systems } from "./mosaic-context.ts";
import { recoverChanges } from "./mosaics/journal.ts";
import { openMosaicFiles } from "./mosaics/open.ts";
import { stagingFolderIn } from "./mosaics/places.ts";
import type { OpenOptions, OpenServer } from "./options.ts";
import { openStaging } from "./plugins/staging.ts";
import { readinessOf } from "./readiness.ts";
import { noticesOn, noticesOnFiles } from "./start-notices.ts";
import { raiseRevision, writeNote } from "./storage/catalog-state.ts";
import { enterChange } from "./storage/change-gate.ts";
import { readElsewhere } from "./storage/elsewhere.ts";
import { openKeystore } from "./storage/keystore.ts";
import { isLockFileHeld } from "./storage/lock-file.ts";
import { findLogDamage } from "./storage/log-end.ts";
import { databasePath, sizeOf } from "./storage/read-only.ts";
import { openSqliteCatalog } from "./storage/sqlite.ts";
import { join } from "node:path";

type FolderOptions = OpenOptions & { readonly now: () => string };

/** The folder must be locked. Rejects as `openCatalogServer` does. */
export async function openInFolder(options: FolderOptions): Promise<OpenServer> {
  const { folder, now } = options;
  const elsewhere = readElsewhere(folder);
  if (elsewhere !== undefined)
    throw new Error(
      `The catalog of ${folder} is in ${elsewhere}. Name that by --catalog, or another folder`,
    );
  await finishCopy(folder, () => sizeOf(databasePath(folder)) > 0);
  const damage = findLogDamage(databasePath(folder));
  const age = await ageOfCatalog(folder);
  const isOlder = age.reasons.length > 0;
  if (isOlder && options.acceptsOlderCatalog !== true) throw olderCatalogError(folder, age, damage);
  const stored = await openSqliteCatalog(folder, now, systems);
  const catalog = options.filling?.over(stored) ?? stored;
  try {
    if (isOlder) raiseRevision(folder, age.seen + 1);
    const server = await openOn(catalog, options);
    return { ...server, notices: [...noticesOn(damage, age), ...server.notices] };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

async function openOn(catalog: Catalog, options: FolderOptions): Promise<OpenServer> {
  const { folder, now, filling, costs = standardCosts } = options;
  const id = await catalog.write(serverOrigin, async (writer) => {
    if (filling === undefined) await prepareCatalog(writer, dialectOf(options));
    return identify(writer, randomUUID());
  });
  const state = async () => ({
    catalog: id,
    revision: await catalog.read((reader) => reader.revision()),
  });
  writeNote(folder, await state());
  const { keystore, origin, file } = await openKeystore(catalog, {
    folder,
    given: options.keystore?.password,
    make: makePassword,
    cost: costs.keystore,
  });
  if (filling !== undefined)
    await catalog.write(serverOrigin, (writer) => filling.fill(writer, keystore.seal));
  const place = { catalog, folder, cost: costs.account };
  const passwordFile = await prepareAdministrator(place, options.administrator);
  // Must precede the emptying of the staging area, which holds the backups of interrupted changes.
  await recoverChanges(folder, { recorded: await catalog.read(recordedChanges) });
  const staging = openStaging(
    stagingFolderIn(folder),
    options.minimumFreeBytes ?? http.freeBytes,
    (path) =>
      // A running backup keeps its files there.
      isLockFileHeld(join(path, "lock")),
  );
  const { granuleRoots = [] } = options;
  const { checkSpace } = staging;
  const enter = async () => (await enterChange(folder)).release;
  const files = { dataFolder: folder, granuleRoots, checkSpace, state, enter, now };
  const mosaicFiles = await openMosaicFiles(files);
  const aside = await mosaicFiles.tidy(() => catalog.read(homesOf));
  const app = await buildServer(options, {
    catalog,
    keystore,
    staging,
    mosaicFiles,
    catalogId: id,
  });
  let isEnding = false;
  return {
    app,
    passwordFile,
    keystore: { origin, file },
    notices: noticesOnFiles(aside),
    renewCertificate: app.renewCertificate,
    readiness: () => readinessOf(catalog, isEnding),
    lost: new Promise(() => undefined),
    close: async () => {
      isEnding = true;
      await app.drain();
      const last = await state();
      await catalog.close();
      writeNote(folder, last);
    },
  };
}
