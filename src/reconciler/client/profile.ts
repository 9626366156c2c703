/** Detects the server, with reads only (docs/decisions/0007-two-servers.md). */
import { Failure, reasonOf } from "../../model/failure.ts";
import { dialects, type DialectName } from "../../model/dialect.ts";
import { withoutEnd } from "../../model/trim.ts";
import { serverLineOf } from "../../model/server-line.ts";
import { parseAbout } from "../../wire/about.ts";
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get, ReadError } from "../../wire/reading.ts";
import { contentWords, succeeded, type Reader, type WireResponse } from "../../wire/request.ts";
import { isBusy } from "../../wire/retry.ts";
import type { ServerProfile } from "../kind.ts";

/** The credentials are refused. */
export class CredentialsError extends Failure {
  constructor() {
    super("The server refused the user name and password");
    this.name = "CredentialsError";
  }
}

/** The account is known, but may not read the catalog. */
export class RightsError extends Failure {
  constructor(account: string, path: string) {
    super(
      `The credentials of ${account} are valid, but it is not an administrator: GET ${path} was answered with 403`,
    );
    this.name = "RightsError";
  }
}

/** No catalog responds; `near` is the address of a nearby one. */
export class NoCatalogError extends Failure {
  readonly reason: string;
  readonly near: string | undefined;

  constructor(reason: string, near?: string) {
    const beside = near === undefined ? "" : `. A catalog answers at ${near}`;
    super(`The response is not from a catalog: ${withoutEnd(reason, ".")}${beside}`);
    this.name = "NoCatalogError";
    this.reason = reason;
    this.near = near;
  }
}

/** The server has another dialect than expected. */
export class OtherDialectError extends Failure {
  constructor(wanted: DialectName, found: DialectName) {
    super(`The server has the dialect ${found}, and ${wanted} is expected there`);
    this.name = "OtherDialectError";
  }
}

/**
 * Reads the version document. Throws CredentialsError, RightsError or NoCatalogError, and ReadError
 * where the server fails on it, or on the check for its files.
 */
export async function detectServer(read: Reader, account = "The account"): Promise<ServerProfile> {
  const path = pathTo("version", {}, "xml");
  const response = await get(read, path);
  if (response.status === 401) throw new CredentialsError();
  if (response.status === 403) throw new RightsError(account, path);
  const resources = aboutResources(path, response);
  const own = resources.find(({ name }) => name === "Plumbline");
  const stock = resources.find(({ name }) => name === "GeoServer");
  const stockVersion = stock?.properties["Version"] ?? "";
  if (own !== undefined) {
    const features = (own.properties["Features"] ?? "").split(" ");
    const dialect = dialects.find((name) => name === own.properties["Dialect"]) ?? "documented";
    return {
      software: "plumbline",
      dialect,
      ...(dialect === "geoserver" && { line: serverLineOf(stockVersion) }),
      version: own.properties["Version"] ?? "",
      resources: true,
      digests: features.includes("digest"),
      digestsTogether: features.includes("digest-scopes"),
    };
  }
  if (stock === undefined) throw noCatalog(path, response, `${path} ${NEITHER}`);
  return {
    software: "geoserver",
    dialect: "geoserver",
    version: stockVersion,
    line: serverLineOf(stockVersion),
    resources: await readsResources(read),
    digests: false,
  };
}

function aboutResources(path: string, response: WireResponse) {
  try {
    return parseAbout(expectFound(response, path));
  } catch (error) {
    // A server that is busy or starting may well have a catalog.
    if (error instanceof ReadError && error.status >= 500) throw error;
    throw noCatalog(path, response, reasonOf(error));
  }
}

const NEITHER = "names neither GeoServer nor Plumbline";

/** The reason, or what answered where that is a page, such as that of a login, or nothing. */
function noCatalog(path: string, response: WireResponse, reason: string): NoCatalogError {
  const other = succeeded(response) ? contentWords(response) : undefined;
  return new NoCatalogError(
    other === undefined ? reason : `GET ${path} was answered with ${other}`,
  );
}

/** A failure must not count as "no files", because that would change the plan. */
async function readsResources(read: Reader): Promise<boolean> {
  const path = pathTo("resources", {});
  const response = await read({ method: "HEAD", path });
  const isUnclear = response.status >= 500 || isBusy(response);
  return succeeded(isUnclear ? expectFound(response, path, "HEAD") : response);
}
