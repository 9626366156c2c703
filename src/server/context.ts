/** What every route of one server shares. */
import type { MappingProperties } from "../wire/mapping.ts";
import type { Metric } from "../wire/status.ts";
import type { Dialect } from "./catalog/dialect.ts";
import type { PolicySource } from "./catalog/policy.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import type { ReadGranules } from "./catalog/granule-file.ts";
import type { HarvestPorts } from "./catalog/harvest.ts";
import type { HarvestLog } from "./catalog/harvest-log.ts";
import type { Keystore } from "./catalog/keystore.ts";
import type { CoveragePorts } from "./catalog/mosaic-coverage.ts";
import type { MosaicFiles } from "./catalog/mosaic-files.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";
import type { Systems } from "./filters/row.ts";
import type { Parsing } from "./parsing/pool.ts";
import type { Translate } from "./parsing/translations.ts";

/** What only mosaics need. */
export interface MosaicContext extends CoveragePorts {
  /** The files of mosaics on the disk of the server, and what may be harvested there. */
  readonly mosaicFiles: MosaicFiles;
  readonly readGranules: ReadGranules;
  readonly reproject: HarvestPorts["reproject"];
  readonly harvests: HarvestLog;
  /** What filters of granules know of coordinate systems. */
  readonly systems: Systems;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** The catalog behind the routes and the manner in which they answer. */
export interface ServerContext extends MosaicContext {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** What decides on non-admin accounts. */
  readonly policyOf: PolicySource;
  /** Seals secret connection parameters. */
  readonly seal: (text: string) => string;
  readonly keystore: Keystore;
  /** Whether administrators may read the keystore password. */
  readonly isKeystoreReadable: boolean;
  /** Hashes a password for an account; refuses with busy when too many wait for that. */
  readonly hashPassword: (password: string) => Promise<string>;
  /** Values for `${name}` in mappings; undefined when the server was given none. */
  readonly properties: MappingProperties;
  /** Reads document databases. */
  readonly sample: SampleDocuments;
  readonly version: string;
  readonly parsing: Parsing;
  /** The SLD of a CSS style. */
  readonly translate: Translate;
  /** Figures of the machine as they are now. */
  readonly metrics: () => readonly Metric[];
}

/** The properties for one mapping file: the server's, and those that name the file itself. */
export function propertiesFor(context: ServerContext, file: string): MappingProperties {
  if (context.properties === undefined) return undefined;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  return new Map([["config.file", file], ["config.parent", folder], ...context.properties]);
}
