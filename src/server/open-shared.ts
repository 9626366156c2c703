/**
 * Opens one of several servers of a catalog in a database. All shared and persistent state is
 * there, and the files of mosaics in a shared folder (docs/decisions/0081-several-servers.md).
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { hostname } from "node:os";
import { standardCosts } from "../model/derivation.ts";
import { http } from "../model/limits.ts";
import { prepareAdministrator } from "./administrator.ts";
import { buildServer } from "./app.ts";
import { identify } from "./catalog/catalog-id.ts";
import { dialectOf } from "./catalog/dialect.ts";
import { homesOf } from "./catalog/mosaic.ts";
import { prepareCatalog } from "./catalog/start.ts";
import { serverOrigin } from "./catalog/unit-of-work.ts";
import { ageOfSharedFiles, noteSharedFiles, otherFilesError } from "./data-folder/shared-files.ts";
import { finishCopy } from "./data-folder/unfinished-copy.ts";
import { systems } from "./mosaic-context.ts";
import { openMosaicFiles } from "./mosaics/open.ts";
import type { OpenOptions, OpenServer, SharedPlace } from "./options.ts";
import { openStaging } from "./plugins/staging.ts";
import { readinessOf } from "./readiness.ts";
import { openReplica, type Replica } from "./replicas/replica.ts";
import { noticesOnFiles, noticesOnSharedFiles } from "./start-notices.ts";
import { noteElsewhere } from "./storage/elsewhere.ts";
import { openPostgresCatalog, type SharedCatalog } from "./storage/postgres.ts";
import { catalogIdIn } from "./storage/postgres-copy.ts";
import { databasePath, sizeOf } from "./storage/read-only.ts";
import { openSharedKeystore } from "./storage/shared-keystore.ts";

type SharedOptions = OpenOptions & { readonly shared: SharedPlace; readonly now: () => string };

/** Rejects as `openCatalogServer` does, and without both passwords, which all servers share. */
export async function openShared(options: SharedOptions): Promise<OpenServer> {
  const { shared, now, logger } = options;
  if (sizeOf(databasePath(options.folder)) > 0)
    throw new Error(
      `${options.folder} holds a catalog of its own. Bring it into the database with plumbline catalog copy, or name an empty folder by --data`,
    );
  mkdirSync(shared.files, { recursive: true, mode: 0o700 });
  const files = realpathSync(shared.files);
  await finishCopy(files, async (copy) => (await catalogIdIn(shared.address)) === copy.catalog);
  const server = { id: randomUUID(), name: `${hostname()}, process ${process.pid}` };
  const catalog = await openPostgresCatalog(shared.address, { now, systems, server });
  noteElsewhere(options.folder, shared.address);
  const replica = openReplica({ catalog, files, logger, times: shared.times });
  try {
    return await openOn({ catalog, replica, files }, options);
  } catch (error) {
    await replica.close();
    await catalog.close();
    throw error;
  }
}

interface Parts {
  readonly catalog: SharedCatalog;
  readonly replica: Replica;
  readonly files: string;
}

async function openOn(parts: Parts, options: SharedOptions): Promise<OpenServer> {
  const { catalog, replica } = parts;
  const { costs = standardCosts, folder, administrator } = options;
  const keystorePassword = options.keystore?.password;
  if (administrator.password === undefined || keystorePassword === undefined)
    throw new Error(
      "A catalog in a database needs the administrator's password and the keystore password at each start: give PLUMBLINE_ADMIN_PASSWORD and PLUMBLINE_MASTER_PASSWORD, or _FILE of both",
    );
  const id = await catalog.write(serverOrigin, async (writer) => {
    await prepareCatalog(writer, dialectOf(options));
    return identify(writer, randomUUID());
  });
  const keystore = await openSharedKeystore(catalog, {
    given: keystorePassword,
    cost: costs.keystore,
  });
  await prepareAdministrator({ catalog, folder, cost: costs.account }, administrator);
  const { mosaicFiles, staging, notices } = await openFiles(parts, id, options);
  const app = await buildServer(options, {
    catalog,
    keystore,
    staging,
    mosaicFiles,
    harvests: catalog.harvests,
    catalogId: id,
  });
  let isEnding = false;
  let lostReason: string | undefined;
  void replica.lost.then((reason) => (lostReason = reason));
  return {
    app,
    passwordFile: undefined,
    keystore: { origin: "given", file: undefined },
    notices,
    renewCertificate: app.renewCertificate,
    readiness: async () => readinessOf(catalog, isEnding, lostReason),
    lost: replica.lost,
    close: async () => {
      isEnding = true;
      await app.drain();
      await replica.close();
      await catalog.close();
    },
  };
}

/** Checks first that the shared files belong to the catalog with this id. */
async function openFiles(
  { catalog, replica, files }: Parts,
  id: string,
  { granuleRoots = [], acceptsOlderCatalog, minimumFreeBytes = http.freeBytes, now }: SharedOptions,
) {
  const state = async () => ({
    catalog: id,
    revision: await catalog.read((reader) => reader.revision()),
  });
  const { stagingFolder, stagingFolders, take, disk, isRecorded } = replica;
  const age = await ageOfSharedFiles({ files, state, stagingFolders });
  if (age.reasons.length > 0) {
    if (acceptsOlderCatalog !== true) throw otherFilesError(files, age);
    await catalog.raiseRevision(age.seen + 1);
  }
  noteSharedFiles(files, id, catalog.servers.id);
  const staging = openStaging(stagingFolder, minimumFreeBytes);
  const mosaicFiles = await openMosaicFiles({
    dataFolder: files,
    stagingFolder,
    stagingFolders,
    take,
    disk,
    isRecorded,
    granuleRoots,
    checkSpace: staging.checkSpace,
    state,
    now,
  });
  const aside = await mosaicFiles.tidy(() => catalog.read(homesOf));
  const notices = [...noticesOnSharedFiles(age), ...noticesOnFiles(aside)];
  return { mosaicFiles, staging, notices };
}
