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
import { refusals, type Refusal } from "../../model/refusals.ts";
import { isShortage } from "../../model/shortage.ts";
import { problemRefusals } from "../openapi/refusals.ts";
import { query } from "./methods.ts";
import { sendProblem, TEXT } from "./stock-answers.ts";

export function statusOf(
  code: CatalogErrorCode,
  { name, line }: Pick<Dialect, "name" | "line">,
): number {
  const [, documented, stock = documented, line228 = stock]: Refusal = refusals[code];
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
