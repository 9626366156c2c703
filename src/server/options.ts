/** Options of a catalog server, and the interface of an open one. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Readiness } from "../endpoints/listen.ts";
import type { DerivationCosts } from "../model/derivation.ts";
import type { DialectLine, DialectName } from "../model/dialect.ts";
import type { HttpLimits, ReplicaTimes } from "../model/limits.ts";
import type { Secret } from "../model/secret.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import type { Administrator } from "./administrator.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import type { HarvestReports } from "./catalog/harvest-log.ts";
import type { Keystore } from "./catalog/keystore.ts";
import type { MosaicFiles } from "./catalog/mosaic-files.ts";
import type { Catalog, CatalogWriter } from "./catalog/unit-of-work.ts";
import type { Certificate } from "./front/front.ts";
import type { Staging } from "./plugins/staging.ts";
import type { CatalogAddress } from "./storage/postgres-url.ts";
import type { OpenWorkers } from "./workers/pool.ts";

/** Options of `openCatalogServer`. */
export interface OpenOptions {
  /** Created when missing. With a shared catalog, it holds only this server's temporary data. */
  readonly folder: string;
  /** The catalog's database, if several servers share it; by default the catalog is in `folder`. */
  readonly shared?: SharedPlace | undefined;
  readonly dialect: DialectName;
  /** GeoServer version line of the dialect `geoserver`; the newest by default. */
  readonly line?: DialectLine | undefined;
  readonly administrator: Administrator;
  readonly keystore?: KeystoreSettings;
  readonly costs?: DerivationCosts | undefined;
  readonly version: string;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Further folders whose rasters may be harvested. */
  readonly granuleRoots?: readonly string[];
  /** Accepts a catalog older than the files beside it, and a new one beside existing files. */
  readonly acceptsOlderCatalog?: boolean | undefined;
  /** Space to keep free; see `http.freeBytes` of the limits. */
  readonly minimumFreeBytes?: number;
  /** Opens no database of users, and keeps all mosaic indexes in the catalog. */
  readonly isClosed?: boolean;
  /** Fills a new catalog in place of the usual start; clients may then only read. */
  readonly filling?: Filling | undefined;
  /** Set where servers of one process share threads. */
  readonly openWorkers?: OpenWorkers | undefined;
  /** With the MongoDB driver by default. */
  readonly sample?: SampleDocuments;
  /** ISO 8601; the system's clock by default. */
  readonly now?: () => string;
  /** Monotonic milliseconds; the system's clock by default. */
  readonly clock?: (() => number) | undefined;
  /** Replaces default limits. */
  readonly limits?: Partial<HttpLimits> | undefined;
  /**
   * Proxies (addresses, or networks as `10.0.0.0/8`) whose forwarding headers are trusted; none by
   * default. Opening throws RangeError for other texts.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Base URL for links and the origin of the server's pages; by default the one of the request. */
  readonly publicUrl?: string | undefined;
  /** Turns TLS on. */
  readonly certificate?: Certificate | undefined;
}

/** The content of a catalog that was made elsewhere. */
export interface Filling {
  readonly fill: (writer: CatalogWriter, seal: Keystore["seal"]) => Promise<void>;
  /** Adds what the storage of the server does not hold, to what is read. */
  readonly over: (catalog: Catalog) => Catalog;
}

/** Location of a catalog that several servers share. */
export interface SharedPlace {
  readonly address: CatalogAddress;
  /** Folder of mosaic files, the same for all servers; created when missing. */
  readonly files: string;
  /** All servers must have the same. */
  readonly times?: ReplicaTimes | undefined;
}

/** What a server works on; its start has opened it. */
export interface ServerParts {
  readonly catalog: Catalog;
  readonly keystore: Keystore;
  /** Buffers large request bodies. */
  readonly staging: Staging;
  readonly mosaicFiles: MosaicFiles;
  /** In memory by default. */
  readonly harvests?: HarvestReports | undefined;
  /** Marks the tables that the server makes in databases of users. */
  readonly catalogId: string;
}

/** Options of the keystore. */
export interface KeystoreSettings {
  readonly password?: Secret | undefined;
  /** Whether administrators may read the password; true by default. */
  readonly readable?: boolean;
}

/** A server that does not listen yet. */
export interface OpenServer {
  readonly app: FastifyInstance;
  /** Set if this start made the administrator's password. */
  readonly passwordFile: string | undefined;
  /** No file where the password is always given. */
  readonly keystore: {
    readonly origin: "given" | "file" | "made";
    readonly file: string | undefined;
  };
  /** For the operator: what was moved aside, and what is lost. */
  readonly notices: readonly string[];
  /** Throws when the parts of the certificate do not fit, or without TLS. */
  readonly renewCertificate: (certificate: Certificate) => void;
  readonly readiness: () => Promise<Readiness>;
  /**
   * Resolves with the reason when the other servers have declared this one gone and it has to end.
   * Never resolves for a server with its own catalog.
   */
  readonly lost: Promise<string>;
  /** Drains running requests within a time limit, and closes the store. */
  readonly close: () => Promise<void>;
}

/** Loads the driver at the first use: few servers need it. */
const sampleByDriver: SampleDocuments = async (store, selection) => {
  const { mongoSampler } = await import("./docdb/mongo.ts");
  return mongoSampler()(store, selection);
};

const sampleNothing: SampleDocuments = async () => {
  throw new Error("A closed server connects to no document database");
};

/** Reads document databases for a server with these options. */
export function sampleFor({ sample, isClosed }: OpenOptions): SampleDocuments {
  return sample ?? (isClosed === true ? sampleNothing : sampleByDriver);
}
