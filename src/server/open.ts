/** Opens everything a catalog server needs in one folder, and closes it again. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Readiness } from "../endpoints/listen.ts";
import { standardCosts, type DerivationCosts } from "../model/derivation.ts";
import type { DialectName } from "../model/dialect.ts";
import { http, type HttpLimits } from "../model/limits.ts";
import type { Secret } from "../model/secret.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { makePassword, prepareAdministrator, type Administrator } from "./administrator.ts";
import { buildServer } from "./app.ts";
import { systems } from "./mosaic-context.ts";
import type { Certificate } from "./front/front.ts";
import { prepareCatalog } from "./catalog/start.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import { homesOf, recordedChanges } from "./catalog/mosaic.ts";
import { readinessOf } from "./readiness.ts";
import { openStaging } from "./plugins/staging.ts";
import { openMosaicFiles } from "./mosaics/open.ts";
import { recoverChanges } from "./mosaics/journal.ts";
import { serverOrigin, type Catalog } from "./catalog/unit-of-work.ts";
import { openKeystore } from "./storage/keystore.ts";
import { openSqliteCatalog } from "./storage/sqlite.ts";

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
  /** Space that stays free on the disk; see `http.freeBytes` of the limits. */
  readonly minimumFreeBytes?: number;
  /**
   * Set where nothing outside of the folder may be reached: databases of users stay unconnected, and
   * indexes of mosaics are kept in the catalog, wherever their definitions say.
   */
  readonly isClosed?: boolean;
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
  /** Speaks TLS by another certificate from now on. Throws when its parts do not fit, or TLS is not spoken. */
  readonly renewCertificate: (certificate: Certificate) => void;
  /** Whether it can be relied on now. */
  readonly readiness: () => Promise<Readiness>;
  /** Refuses what comes, finishes what runs as far as that ends in time, stops listening, closes the store. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a catalog server on a folder. Rejects when the folder, its database or a granule root
 * cannot be used, or when no password at hand opens the keystore.
 */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const now = options.now ?? (() => new Date().toISOString());
  const catalog = await openSqliteCatalog(options.folder, now, systems);
  try {
    return await openOn(catalog, options);
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

async function openOn(catalog: Catalog, options: OpenOptions): Promise<OpenServer> {
  const { folder, dialect, version, properties, logger, clock, limits } = options;
  const { trustedProxies, publicUrl, certificate } = options;
  const { costs = standardCosts } = options;
  await catalog.write(serverOrigin, prepareCatalog);
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
  const staging = openStaging(folder, options.minimumFreeBytes ?? http.freeBytes);
  const { granuleRoots = [] } = options;
  const { checkSpace } = staging;
  const mosaicFiles = await openMosaicFiles({ dataFolder: folder, granuleRoots, checkSpace });
  await mosaicFiles.tidy(await catalog.read(homesOf));
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
    isClosed: options.isClosed,
    logger,
    clock,
    limits,
    trustedProxies,
    publicUrl,
    certificate,
  });
  let isEnding = false;
  const close = async () => {
    isEnding = true;
    await app.drain();
    await catalog.close();
  };
  const readiness = () => readinessOf(catalog, isEnding);
  const { renewCertificate } = app;
  return { app, passwordFile, keystore: { origin, file }, renewCertificate, readiness, close };
}
