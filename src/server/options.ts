/** What a catalog server is opened with, and what one that is open offers. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Readiness } from "../endpoints/listen.ts";
import { standardCosts, type DerivationCosts } from "../model/derivation.ts";
import type { DialectLine, DialectName } from "../model/dialect.ts";
import type { HttpLimits, ReplicaTimes } from "../model/limits.ts";
import type { Secret } from "../model/secret.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import type { Administrator } from "./administrator.ts";
import type { ServerOptions } from "./app.ts";
import { dialectOf } from "./catalog/dialect.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import type { Certificate } from "./front/front.ts";
import type { CatalogAddress } from "./storage/postgres-url.ts";
import type { OpenWorkers } from "./workers/pool.ts";

/** Where a server keeps its catalog and how it answers. */
export interface OpenOptions {
  /**
   * Folder of the data; made when it is missing. Where the catalog is in a database, what this server alone needs
   * while it runs.
   */
  readonly folder: string;
  /** Where the catalog is, if it is in a database that several servers share; in the folder by default. */
  readonly shared?: SharedPlace | undefined;
  readonly dialect: DialectName;
  /** The line of stock servers that the dialect `geoserver` answers as; the newest by default. */
  readonly line?: DialectLine | undefined;
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

/** A catalog that several servers share. */
export interface SharedPlace {
  readonly address: CatalogAddress;
  /** The folder for the files of mosaics, the same for all servers; made when it is missing. */
  readonly files: string;
  /** When servers hear of each other; the usual times by default. All have to have the same. */
  readonly times?: ReplicaTimes | undefined;
}

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
  /** Where the keystore password came from, and the file that is for it; none where it is always given. */
  readonly keystore: {
    readonly origin: "given" | "file" | "made";
    readonly file: string | undefined;
  };
  /** What the operator has to know of the folder: what was set aside, what is lost. */
  readonly notices: readonly string[];
  /** Speaks TLS by another certificate from now on. Throws when its parts do not fit, or TLS is not spoken. */
  readonly renewCertificate: (certificate: Certificate) => void;
  /** Whether it can be relied on now. */
  readonly readiness: () => Promise<Readiness>;
  /**
   * Resolves with the reason when it has to end: other servers of its catalog took it for gone. Never does where a
   * server has its catalog for itself.
   */
  readonly lost: Promise<string>;
  /** Refuses what comes, finishes what runs as far as that ends in time, stops listening, closes the store. */
  readonly close: () => Promise<void>;
}

/** The driver is loaded by the first rebuild of schemas: few servers ever need it. */
const sampleByDriver: SampleDocuments = async (store, selection) => {
  const { mongoSampler } = await import("./docdb/mongo.ts");
  return mongoSampler()(store, selection);
};

const sampleNothing: SampleDocuments = async () => {
  throw new Error("A closed server connects to no document database");
};

/** What a server answers by, wherever its catalog is. */
export function appOptionsOf(
  options: OpenOptions,
): Omit<ServerOptions, "catalog" | "keystore" | "staging" | "mosaicFiles" | "catalogId"> {
  const { version, properties, logger, clock, now, limits, isClosed } = options;
  const { openWorkers, trustedProxies, publicUrl, certificate, costs = standardCosts } = options;
  return {
    dialect: dialectOf(options),
    isKeystoreReadable: options.keystore?.readable ?? true,
    hashCost: costs.account,
    properties,
    sample: options.sample ?? (isClosed ? sampleNothing : sampleByDriver),
    version,
    isClosed,
    openWorkers,
    logger,
    clock,
    now,
    limits,
    trustedProxies,
    publicUrl,
    certificate,
  };
}
