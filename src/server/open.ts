/** Opens everything a catalog server needs in one folder, and closes it again. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { DialectName } from "../model/dialect.ts";
import { http } from "../model/limits.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { prepareAdministrator, type Administrator } from "./administrator.ts";
import { buildServer } from "./app.ts";
import { prepareCatalog } from "./catalog/start.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import { serverOrigin } from "./catalog/unit-of-work.ts";
import { openStaging } from "./plugins/staging.ts";
import { mongoSampler } from "./docdb/mongo.ts";
import { openSealer } from "./storage/seal.ts";
import { openSqliteCatalog } from "./storage/sqlite.ts";

/** Where a server keeps its catalog and how it answers. */
export interface OpenOptions {
  /** Folder of the data; made when it is missing. */
  readonly folder: string;
  readonly dialect: DialectName;
  readonly administrator: Administrator;
  readonly version: string;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly logger?: FastifyBaseLogger;
  /** Space that stays free on the disk; see `http.freeBytes` of the limits. */
  readonly minimumFreeBytes?: number;
  /** Reads document databases; through the MongoDB driver by default. */
  readonly sample?: SampleDocuments;
  /** Gives ISO 8601 times; the system's clock by default. */
  readonly now?: () => string;
}

/** A server that does not listen yet. */
export interface OpenServer {
  readonly app: FastifyInstance;
  /** File with the administrator's password, when it was made at this start. */
  readonly passwordFile: string | undefined;
  /** Stops listening, finishes what runs, closes the store. */
  readonly close: () => Promise<void>;
}

/** Opens a catalog server on a folder. Rejects when the folder or its database cannot be used. */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const { folder, dialect, administrator, version, properties, logger } = options;
  const catalog = await openSqliteCatalog(folder, options.now ?? (() => new Date().toISOString()));
  await catalog.write(serverOrigin, prepareCatalog);
  const passwordFile = await prepareAdministrator(catalog, folder, administrator);
  const { seal } = openSealer(folder);
  const staging = openStaging(folder, options.minimumFreeBytes ?? http.freeBytes);
  const sample = options.sample ?? mongoSampler();
  const app = await buildServer({
    catalog,
    dialect,
    seal,
    properties,
    sample,
    version,
    staging,
    logger,
  });
  const close = async () => {
    await app.close();
    await catalog.close();
  };
  return { app, passwordFile, close };
}
