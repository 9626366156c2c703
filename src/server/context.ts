/** What every route of one server shares. */
import type { MappingProperties } from "../wire/mapping.ts";
import type { Dialect } from "./catalog/dialect.ts";
import type { Keystore } from "./catalog/keystore.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";

/** The catalog behind the routes and the manner in which they answer. */
export interface ServerContext {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** Seals secret connection parameters. */
  readonly seal: (text: string) => string;
  readonly keystore: Keystore;
  /** Whether administrators may read the keystore password. */
  readonly isKeystoreReadable: boolean;
  /** Hashes a password for an account; refuses with busy when too many wait for that. */
  readonly hashPassword: (password: string) => Promise<string>;
  /** Values for `${name}` in mappings; undefined when the server was given none. */
  readonly properties: MappingProperties;
  readonly version: string;
}

/** The properties for one mapping file: the server's, and those that name the file itself. */
export function propertiesFor(context: ServerContext, file: string): MappingProperties {
  if (context.properties === undefined) return undefined;
  const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
  return new Map([["config.file", file], ["config.parent", folder], ...context.properties]);
}
