/**
 * Turns refusals into statuses and bodies; no other code does. Bodies are plain text, never a page
 * or a stack (docs/compatibility.md, "Errors").
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WireError, withPlace, type WireErrorCode } from "../../wire/wire-error.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import { IndexError } from "../catalog/granule-index.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { capitaliseHeaders } from "./header-names.ts";
import { isShortage } from "../../model/shortage.ts";
import { problemRefusals } from "../openapi/refusals.ts";
import { query } from "./methods.ts";
import { sendProblem, TEXT } from "./stock-answers.ts";

/** One status for all, or the documented one, GeoServer's, and that of line 2.28 if it differs. */
type Statuses = number | readonly [documented: number, geoserver: number, line228?: number];

/** Deviation: no-server-errors. */
export const refusalStatuses: Readonly<Record<CatalogErrorCode, Statuses>> = {
  "access-denied": 403,
  "account-exists": [409, 400, 404],
  "account-unknown": [400, 400, 404],
  "bad-document": [400, 500],
  "blob-store-default": [403, 500],
  "blob-store-in-use": 403,
  "bad-map-document": 400,
  "bad-mapping": [422, 500],
  "bad-style-package": 400,
  "bad-style-post": [400, 500],
  "bad-style-put": 400,
  busy: 503,
  "cascade-unasked": [422, 500],
  "cascaded-in-use": 403,
  "cascaded-store-missing": [404, 404, 500],
  "cascaded-not-empty": [409, 401],
  "catalog-damaged": 500,
  // The client is gone.
  "client-left": 400,
  "collection-delete": [400, 500],
  "coverage-in-use": 403,
  "coverage-store-not-empty": [409, 401],
  "coverages-unreadable": [404, 500],
  "content-damaged": 500,
  "cross-site": 403,
  "default-style": [409, 500],
  "directory-write": 405,
  "disk-failed": 500,
  "disk-full": 507,
  "document-database-address": [422, 500],
  "document-database-unreachable": [502, 500],
  "document-ids-invalid": [400, 500],
  "document-schema-empty": [422, 500],
  "document-stores": 400,
  ending: 503,
  exhausted: 503,
  "expected-other": 403,
  "feature-type-in-use": 403,
  "feature-type-unknown": 400,
  "field-missing": [400, 500],
  "field-required": 400,
  "folder-copy": 405,
  "folder-occupied": [409, 500],
  "form-field-missing": 400,
  "grid-set-built-in": [403, 500],
  "grid-set-in-use": 403,
  "grid-set-invalid": [422, 500],
  "grid-set-unknown": 422,
  "group-empty": 400,
  "group-exists": [409, 500],
  "group-invalid": [422, 500],
  "group-member-unknown": [422, 500],
  "group-missing": [404, 500],
  "harvest-invalid": 400,
  "harvest-missing": 400,
  "harvest-outside": [403, 400],
  "harvest-unreadable": 400,
  "kind-unknown": 400,
  "keystore-change": 422,
  "keystore-field-missing": 400,
  "keystore-not-readable": 405,
  "keystore-not-writable": 405,
  "last-administrator": 409,
  "list-unknown": [400, 501],
  "login-throttled": 429,
  "mapping-missing": 400,
  "mapped-elsewhere": [409, 500],
  "mapping-changed": [409, 500],
  "mapping-unreadable": [400, 500],
  "method-not-allowed": 405,
  "mode-invalid": 422,
  "mode-missing": 404,
  "name-fixed": 403,
  "name-invalid": [400, 500],
  "name-mismatch": 400,
  "name-reserved": [400, 409],
  "name-taken": 409,
  "namespace-exists": [409, 500],
  "namespace-not-empty": [409, 401],
  "no-endpoint": 404,
  "not-acceptable": 406,
  "not-possible": 405,
  "not-found": 404,
  "operation-unknown": [400, 500],
  "own-password": 422,
  "own-password-missing": 400,
  "password-refused": [422, 500],
  "precondition-failed": 412,
  "resource-exists": [409, 500],
  "resource-form": [406, 500],
  "query-invalid": 400,
  "role-built-in": 409,
  "role-exists": [409, 400, 404],
  "rule-invalid": 422,
  "rules-exist": 409,
  "rules-unknown": 409,
  "settings-exist": [409, 500],
  "settings-missing": [404, 500],
  "sld-missing": 403,
  "store-exists": [409, 500],
  "store-missing": [404, 500],
  "store-workspace-missing": [404, 500],
  "store-not-empty": 403,
  "store-type": [409, 500],
  "style-entry-exists": [409, 500],
  "style-exists": [409, 403],
  "style-in-use": 403,
  "style-form": [406, 500],
  "style-missing": [404, 500],
  "style-package-put": [400, 500],
  "style-type-unknown-post": [415, 500],
  "style-type-unknown-put": 400,
  "style-unfound": [404, 500],
  "style-unresolved": [422, 403],
  "style-untranslatable": [409, 500],
  "tile-layer-invalid": 400,
  "too-large": 413,
  "too-slow": 408,
  "truncate-invalid": 400,
  unauthenticated: 401,
  "unlike-type": [415, 500],
  "unsupported-format": 400,
  "url-too-long": 414,
  "used-by-group": [409, 500],
  "workspace-exists": 409,
  "workspace-not-empty": 403,
  "wrong-media-type": 415,
  "coverage-unknown": [422, 500],
  "coverage-unnamed": [400, 500],
  "filter-invalid": 400,
  "filter-missing": 400,
  "harvest-useless": 422,
  "index-unreachable": [502, 500],
  "index-unusable": [422, 500],
  "mosaic-changed": [409, 500],
  "mosaic-empty": [409, 500],
  "mosaic-missing": 400,
  "mosaic-unusable": [422, 500],
  "not-harvestable": 405,
  "zip-malformed": [400, 500],
  "zip-not-a-zip": [415, 500],
};

export function statusOf(
  code: CatalogErrorCode,
  { name, line }: Pick<Dialect, "name" | "line">,
): number {
  const found = refusalStatuses[code];
  if (typeof found === "number") return found;
  const [documented, stock, line228 = stock] = found;
  return name === "documented" ? documented : line === "2.28" ? line228 : stock;
}

/** Used where the route names no code. */
const codeOfWireError: Readonly<Record<WireErrorCode, CatalogErrorCode>> = {
  malformed: "bad-document",
  meaningless: "bad-document",
  "too-large": "too-large",
  "wrong-type": "wrong-media-type",
};

const REALM = 'Basic realm="GeoServer Realm"';

/**
 * The console, marked by `X-Requested-With: plumbline-console`, asks for passwords itself. Browsers
 * do not know this scheme, so they show no login dialog.
 */
const SESSION_REALM = 'Session realm="GeoServer Realm"';
const CONSOLE = "plumbline-console";

const RETRY_AFTER_S = 5;

/** Installs the error handlers. */
export function installErrors(app: FastifyInstance, dialect: Dialect): void {
  app.setErrorHandler((error: Error | FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal !== undefined) return sendRefusal(request, reply, refusal, dialect);
    if (request.raw.destroyed && !request.raw.complete) {
      request.log.info("the client left before its body had come whole");
      return reply.code(400).send();
    }
    const status = "statusCode" in error && error.statusCode ? error.statusCode : 500;
    if (status < 500) return sendText(reply, status, error.message);
    request.log.error({ err: error }, "request failed");
    return sendText(reply, status, "The server failed on this request; its log says why");
  });
  app.setNotFoundHandler((request, reply) => {
    const refusal = new CatalogError("no-endpoint", noEndpoint(request));
    return sendRefusal(request, reply, refusal, dialect);
  });
}

/** The message for an unknown path, as in GeoServer. */
export function noEndpoint({ method, originalUrl }: FastifyRequest): string {
  return `No endpoint ${method} ${originalUrl.split("?", 1)[0]}.`;
}

/** For Fastify's `frameworkErrors`: answers a request whose URL cannot be parsed. */
export function sendUnroutable(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  capitaliseHeaders(reply.raw);
  sendText(reply, error.statusCode ?? 400, error.message);
}

function asRefusal(error: Error | FastifyError): CatalogError | undefined {
  if (error instanceof CatalogError) return error;
  if (error instanceof WireError)
    return new CatalogError(codeOfWireError[error.code], withPlace(error));
  if (error instanceof IndexError) {
    const isAway = error.code === "unreachable";
    return new CatalogError(isAway ? "index-unreachable" : "index-unusable", error.message);
  }
  const code = "code" in error ? error.code : "";
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new CatalogError("disk-full", "The disk of the catalog is full; nothing was changed");
  }
  const cause = error;
  if (DISK_ERRORS.has(code))
    return new CatalogError("disk-failed", `The disk of the catalog fails (${code})`, { cause });
  if (isShortage(error))
    return new CatalogError("exhausted", `The server is out of means (${code})`, { cause });
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new CatalogError("wrong-media-type", error.message);
  if (code.startsWith("FST_BASIC_AUTH"))
    return new CatalogError("unauthenticated", "Credentials are required");
  return undefined;
}

/** Errors of a failing disk, and of a file that is too large. */
const DISK_ERRORS: ReadonlySet<string> = new Set(["EIO", "EROFS", "EFBIG", "ENXIO"]);

/** Runs a codec. Its errors become refusals with the given code, except for sizes and types. */
export function reading<Result>(
  code: CatalogErrorCode,
  prefix: string,
  read: () => Result,
): Result {
  try {
    return read();
  } catch (error) {
    throw refusalOf(error, code, prefix);
  }
}

/** As `reading`, for asynchronous codecs. */
export async function readingLater<Result>(
  code: CatalogErrorCode,
  prefix: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw refusalOf(error, code, prefix);
  }
}

function refusalOf(error: unknown, code: CatalogErrorCode, prefix: string): unknown {
  if (!(error instanceof WireError)) return error;
  if (error.code === "too-large") return new CatalogError("too-large", withPlace(error));
  if (error.code === "wrong-type") return new CatalogError("unlike-type", withPlace(error));
  return new CatalogError(code, `${prefix}${withPlace(error)}`);
}

function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: CatalogError,
  dialect: Dialect,
): FastifyReply {
  const status = statusOf(refusal.code, dialect);
  if (refusal.code === "unauthenticated") reply.header("WWW-Authenticate", realmFor(request));
  const retryAfter = refusal.retryAfter ?? (status === 503 ? RETRY_AFTER_S : undefined);
  if (retryAfter !== undefined) reply.header("Retry-After", retryAfter);
  if (refusal.detail !== undefined) request.log.info(refusal.detail);
  const level = status === 500 ? "error" : "warn";
  if (refusal.cause !== undefined) request.log[level]({ err: refusal.cause }, refusal.message);
  const detail = status === 404 && quiet(request) ? "" : refusal.message;
  return dialect.sendsProblemDocuments && problemRefusals.has(refusal.code)
    ? sendProblem(request, reply, { status, detail })
    : sendText(reply, status, detail);
}

function realmFor({ headers }: FastifyRequest): string {
  return headers["x-requested-with"] === CONSOLE ? SESSION_REALM : REALM;
}

function quiet(request: FastifyRequest): boolean {
  return query(request, "quietOnNotFound")?.toLowerCase() === "true";
}

/** Deviation: plain-errors. */
function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type(TEXT).send(text);
}
