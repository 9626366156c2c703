/** What all routes of a server share. */
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

export interface MosaicContext extends CoveragePorts {
  readonly mosaicFiles: MosaicFiles;
  readonly readGranules: ReadGranules;
  readonly reproject: HarvestPorts["reproject"];
  readonly harvests: HarvestLog;
  readonly systems: Systems;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** The catalog behind the routes, and the ports that the routes use. */
export interface ServerContext extends MosaicContext {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** Permissions of accounts that are not administrators. */
  readonly policyOf: PolicySource;
  /** Seals secret connection parameters. */
  readonly seal: (text: string) => string;
  readonly keystore: Keystore;
  readonly isKeystoreReadable: boolean;
  /** Rejects with busy when too many hashes wait. */
  readonly hashPassword: (password: string) => Promise<string>;
  /** Values for `${name}` in mappings; undefined when none were given. */
  readonly properties: MappingProperties;
  readonly sample: SampleDocuments;
  readonly version: string;
  readonly parsing: Parsing;
  readonly translate: Translate;
  readonly metrics: () => readonly Metric[];
}

/** Adds `config.file` and `config.parent` of a mapping file to the server's properties. */
export function propertiesFor(context: ServerContext, file: string): MappingProperties {
  if (context.properties === undefined) return undefined;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  return new Map([["config.file", file], ["config.parent", folder], ...context.properties]);
}
