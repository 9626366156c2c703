/** Opens the included catalog server for programs. Its code is loaded on demand. */
import { dialectLines, dialects } from "../model/dialect.ts";
import { unknownWord } from "../model/nearest.ts";
import { secret, type Secret } from "../model/secret.ts";
import type { OpenOptions, OpenServer } from "../server/options.ts";
import { VERSION } from "../version.ts";

/** Options of a catalog server: a folder and an administrator are enough. */
export interface CatalogServerOptions extends Partial<
  Omit<OpenOptions, "folder" | "administrator" | "filling">
> {
  /** Folder of the data; created when missing. */
  readonly folder: string;
  readonly administrator: { readonly user: string; readonly password: string | Secret };
}

/** An open server; it answers once it listens. */
export interface CatalogServer extends OpenServer {
  /** Listens, by default at a free port of 127.0.0.1, and resolves to the server's address. */
  readonly listen: (at?: { readonly host?: string; readonly port?: number }) => Promise<string>;
}

/**
 * Opens a catalog server on a folder. Rejects with TypeError for wrong or unknown options, and with
 * DataFolderError where the folder cannot be served.
 */
export async function openCatalogServer(options: CatalogServerOptions): Promise<CatalogServer> {
  checkOptions(options);
  const { administrator, dialect = "documented", version = VERSION, ...more } = options;
  const { user, password } = administrator;
  const given = { user, password: typeof password === "string" ? secret(password) : password };
  const { openCatalogServer: open } = await import("../server/open.ts");
  const server = await open({ ...more, dialect, version, administrator: given });
  const listen: CatalogServer["listen"] = ({ host = "127.0.0.1", port = 0 } = {}) =>
    server.app.listen({ host, port });
  return { ...server, listen };
}

const known: Readonly<Record<keyof CatalogServerOptions, true>> = {
  folder: true,
  administrator: true,
  shared: true,
  dialect: true,
  line: true,
  keystore: true,
  costs: true,
  version: true,
  properties: true,
  logger: true,
  granuleRoots: true,
  acceptsOlderCatalog: true,
  minimumFreeBytes: true,
  isClosed: true,
  openWorkers: true,
  sample: true,
  now: true,
  clock: true,
  limits: true,
  trustedProxies: true,
  publicUrl: true,
  certificate: true,
};

const WANTED = "openCatalogServer wants { folder, administrator: { user, password } }";

/** Checks options of programs in JavaScript. */
function checkOptions(
  options: Readonly<Partial<Record<keyof CatalogServerOptions, unknown>>>,
): void {
  if (!isObject(options)) throw new TypeError(WANTED);
  refuseUnknown("option of openCatalogServer:", options, Object.keys(known));
  const { folder, administrator } = options;
  if (typeof folder !== "string" || folder === "")
    throw new TypeError(`${WANTED}: folder is the path of the folder of the data`);
  if (!isObject(administrator)) throw new TypeError(`${WANTED}: administrator is missing`);
  refuseUnknown("field of administrator:", administrator, ["user", "password"]);
  const { user, password } = administrator;
  if (typeof user !== "string" || user === "" || !isPassword(password))
    throw new TypeError(`${WANTED}: administrator has a user and a password`);
  checkDialect(options);
}

function checkDialect({
  dialect,
  line,
}: {
  readonly dialect?: unknown;
  readonly line?: unknown;
}): void {
  if (dialect !== undefined && !dialects.some((one) => one === dialect))
    throw new TypeError(`The dialect is one of ${dialects.join(", ")}`);
  if (line !== undefined && !dialectLines.some((one) => one === line))
    throw new TypeError(`The line is one of ${dialectLines.join(", ")}`);
  if (line !== undefined && dialect !== "geoserver")
    throw new TypeError("A line is of the dialect geoserver; say that too, or leave the line out");
}

/** A text, or a `Secret` of this package. */
function isPassword(given: unknown): boolean {
  return typeof given === "string" ? given !== "" : isObject(given);
}

function refuseUnknown(sort: string, given: object, names: readonly string[]): void {
  const name = Object.keys(given).find((one) => !names.includes(one));
  if (name !== undefined) throw new TypeError(unknownWord(sort, name, names));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
