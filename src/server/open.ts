/** Opens everything a catalog server needs in one folder, and closes it again. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Readiness } from "../endpoints/listen.ts";
import { standardCosts, type DerivationCosts } from "../model/derivation.ts";
import type { DialectName } from "../model/dialect.ts";
import { ballast as ballastLimits, http, type HttpLimits } from "../model/limits.ts";
import type { Secret } from "../model/secret.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { makePassword, prepareAdministrator, type Administrator } from "./administrator.ts";
import { buildServer } from "./app.ts";
import { systems } from "./mosaic-context.ts";
import { ageOfCatalog, olderCatalogError } from "./data-folder/catalog-age.ts";
import { identify } from "./catalog/catalog-id.ts";
import type { Certificate } from "./front/front.ts";
import { dialectOf } from "./catalog/dialect.ts";
import { prepareCatalog } from "./catalog/start.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import { homesOf, recordedChanges } from "./catalog/mosaic.ts";
import { readinessOf } from "./readiness.ts";
import { openStaging } from "./plugins/staging.ts";
import { openMosaicFiles } from "./mosaics/open.ts";
import { recoverChanges } from "./mosaics/journal.ts";
import { serverOrigin, type Catalog } from "./catalog/unit-of-work.ts";
import { noticesOn, noticesOnFiles } from "./start-notices.ts";
import { openBallast, type Ballast } from "./storage/ballast.ts";
import { ballasted } from "./storage/ballasted.ts";
import { openChangeGate } from "./storage/change-gate.ts";
import { raiseRevision } from "./storage/catalog-state.ts";
import { openClosingNote, writeClosingNote } from "./storage/closing-note.ts";
import { lockFolder } from "./storage/folder-lock.ts";
import { openKeystore } from "./storage/keystore.ts";
import { isLockFileHeld } from "./storage/lock-file.ts";
import { findLogDamage } from "./storage/log-end.ts";
import { databasePath } from "./storage/read-only.ts";
import { openSqliteCatalog } from "./storage/sqlite.ts";
import type { OpenWorkers } from "./workers/pool.ts";

/** Where a server keeps its catalog and how it answers. */
export interface OpenOptions {
  /** Folder of the data; made when it is missing. */
  readonly folder: string;
  readonly dialect: DialectName;
  readonly administrator: Administrator;
  readonly keystore?: KeystoreSettings;
  /** What hashes and keys cost; the standard by default. */
  readonly costs?: DerivationCosts | undefined;
  readonly version: string;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Folders whose rasters may be harvested, besides the data folder; none by default. */
  readonly granuleRoots?: readonly string[];
  /**
   * Whether to go on with a catalog that is older than the files beside it, or with a new one where
   * there is none beside them.
   */
  readonly acceptsOlderCatalog?: boolean | undefined;
  /** Space that stays free on the disk; see `http.freeBytes` of the limits. */
  readonly minimumFreeBytes?: number;
  /** Room that is held for deletions on a full disk; see `ballast` of the limits. */
  readonly ballastBytes?: number;
  /**
   * Set where nothing outside of the folder may be reached: databases of users stay unconnected, and
   * indexes of mosaics are kept in the catalog, wherever their definitions say.
   */
  readonly isClosed?: boolean;
  /** Opens worker threads, where servers of one process share them; of its own by default. */
  readonly openWorkers?: OpenWorkers | undefined;
  /** Reads document databases; through the MongoDB driver by default. */
  readonly sample?: SampleDocuments;
  /** Gives ISO 8601 times; the system's clock by default. */
  readonly now?: () => string;
  /** Milliseconds that only rise, for what waits and expires; the system's by default. */
  readonly clock?: (() => number) | undefined;
  /** Bounds of the door that differ from the usual ones. */
  readonly limits?: Partial<HttpLimits> | undefined;
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose word on their clients counts; nobody's by
   * default. Opening throws RangeError for what is neither.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Where clients find the server, for links and for what its own pages are; what requests name by default. */
  readonly publicUrl?: string | undefined;
  /** TLS is spoken where there is one. */
  readonly certificate?: Certificate | undefined;
}

/** The driver is loaded by the first rebuild of schemas: few servers ever need it. */
const sampleByDriver: SampleDocuments = async (store, selection) => {
  const { mongoSampler } = await import("./docdb/mongo.ts");
  return mongoSampler()(store, selection);
};

const sampleNothing: SampleDocuments = async () => {
  throw new Error("A closed server connects to no document database");
};

/** How the keystore is opened. */
export interface KeystoreSettings {
  /** The password, if the operator gives it. */
  readonly password?: Secret | undefined;
  /** Whether administrators may read it; they may by default. */
  readonly readable?: boolean;
}

/** A server that does not listen yet. */
export interface OpenServer {
  readonly app: FastifyInstance;
  /** File with the administrator's password, when it was made at this start. */
  readonly passwordFile: string | undefined;
  /** Where the keystore password came from, and the file that is for it. */
  readonly keystore: { readonly origin: "given" | "file" | "made"; readonly file: string };
  /** What the operator has to know of the folder: what was set aside, what is lost. */
  readonly notices: readonly string[];
  /** Speaks TLS by another certificate from now on. Throws when its parts do not fit, or TLS is not spoken. */
  readonly renewCertificate: (certificate: Certificate) => void;
  /** Whether it can be relied on now. */
  readonly readiness: () => Promise<Readiness>;
  /** Refuses what comes, finishes what runs as far as that ends in time, stops listening, closes the store. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a catalog server on a folder. Rejects when the folder, its database or a granule root
 * cannot be used, when another process works on the folder, when the catalog in it is older than its
 * files, or when no password at hand opens the keystore.
 */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const now = options.now ?? (() => new Date().toISOString());
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  // Before anything in the folder is looked at: what another server is writing looks left behind.
  const lock = lockFolder(options.folder, now());
  try {
    const server = await openLocked(options, now);
    const close = async () => {
      await server.close();
      lock.release();
    };
    return { ...server, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(options: OpenOptions, now: () => string): Promise<OpenServer> {
  const { folder } = options;
  const damage = findLogDamage(databasePath(folder));
  const age = await ageOfCatalog(folder);
  const isOlder = age.reasons.length > 0;
  if (isOlder && options.acceptsOlderCatalog !== true) throw olderCatalogError(folder, age, damage);
  const ballast = openBallast({
    folder,
    bytes: options.ballastBytes ?? ballastLimits.bytes,
    freeBytes: options.minimumFreeBytes ?? http.freeBytes,
  });
  const catalog = ballasted(await openSqliteCatalog(folder, now, systems), ballast);
  try {
    if (isOlder) raiseRevision(folder, age.seen + 1);
    const server = await openOn(catalog, { ...options, now, ballast });
    return { ...server, notices: [...noticesOn(damage, age), ...server.notices] };
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

async function openOn(
  catalog: Catalog,
  options: OpenOptions & { readonly now: () => string; readonly ballast: Ballast },
): Promise<OpenServer> {
  const { folder, dialect, version, properties, logger, clock, limits } = options;
  const { trustedProxies, publicUrl, certificate } = options;
  const { costs = standardCosts } = options;
  const id = await catalog.write(serverOrigin, async (writer) => {
    await prepareCatalog(writer, dialectOf(dialect));
    return identify(writer, randomUUID());
  });
  const state = async () => ({
    catalog: id,
    revision: await catalog.read((reader) => reader.revision()),
  });
  openClosingNote(folder, await state());
  const { keystore, origin, file } = await openKeystore(catalog, {
    folder,
    given: options.keystore?.password,
    make: makePassword,
    cost: costs.keystore,
  });
  const place = { catalog, folder, cost: costs.account };
  const passwordFile = await prepareAdministrator(place, options.administrator);
  // Before the staging area is emptied: what a crash cut off is put back from there.
  await recoverChanges(folder, { recorded: await catalog.read(recordedChanges) });
  const staging = openStaging(folder, options.minimumFreeBytes ?? http.freeBytes, {
    givenAt: options.ballast.givenAt,
    // A backup that is being made keeps its files there.
    isInUse: (path) => isLockFileHeld(join(path, "lock")),
  });
  const { granuleRoots = [] } = options;
  const { checkSpace } = staging;
  const { enter } = openChangeGate(folder);
  const files = { dataFolder: folder, granuleRoots, checkSpace, state, enter, now: options.now };
  const mosaicFiles = await openMosaicFiles(files);
  const aside = await mosaicFiles.tidy(() => catalog.read(homesOf));
  const app = await buildServer({
    catalog,
    dialect,
    keystore,
    isKeystoreReadable: options.keystore?.readable ?? true,
    hashCost: costs.account,
    properties,
    sample: options.sample ?? (options.isClosed ? sampleNothing : sampleByDriver),
    version,
    staging,
    mosaicFiles,
    catalogId: id,
    isClosed: options.isClosed,
    openWorkers: options.openWorkers,
    ballast: options.ballast,
    logger,
    clock,
    now: options.now,
    limits,
    trustedProxies,
    publicUrl,
    certificate,
  });
  const reported = { passwordFile, keystore: { origin, file }, notices: noticesOnFiles(aside) };
  return {
    app,
    ...reported,
    ...ending(app, catalog, async () => {
      const last = await state();
      return () => writeClosingNote(folder, last);
    }),
  };
}

/** How an open server is asked whether it can be relied on, and closed; `note` is what it writes last. */
function ending(
  app: FastifyInstance,
  catalog: Catalog,
  note: () => Promise<() => void>,
): Pick<OpenServer, "renewCertificate" | "readiness" | "close"> {
  let isEnding = false;
  return {
    renewCertificate: app.renewCertificate,
    readiness: () => readinessOf(catalog, isEnding),
    close: async () => {
      isEnding = true;
      await app.drain();
      const write = await note();
      await catalog.close();
      write();
    },
  };
}
