/**
 * Sends kept answers before routing, where the previous request of the connection had the same
 * credentials and headers, and account and roles are unchanged. All else goes to the routes
 * (docs/decisions/0072-kept-answers.md).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { isAdministrator } from "../catalog/account.ts";
import type { Catalog, Trace } from "../catalog/unit-of-work.ts";
import { answerKey, mayBeKept, visibilityKey } from "./keeping.ts";
import { bodyBytes, sendKept, type KeptAnswer, type KeptAnswers } from "./kept-answers.ts";
import { originOf } from "./url.ts";

interface Client {
  readonly authorization: string;
  readonly host: string;
  readonly forwarded: string;
  readonly origin: string;
  readonly ip: string;
  readonly requester: string;
  readonly sights: Readonly<Record<"GET" | "HEAD", string>>;
  /** Whether the account is unchanged at the revision in force. */
  readonly isAt: (revision: number) => boolean;
  readonly traces: readonly Trace[];
  /** Whether the password counts as verified. */
  readonly isFresh: () => boolean;
}

export interface DoorParts {
  readonly catalog: Pick<Catalog, "revision">;
  readonly answers: KeptAnswers;
  /** Whether the connection must end, because the server is stopping. */
  readonly isLast: (request: IncomingMessage) => boolean;
  readonly nextId: () => string;
}

export interface KeptDoor {
  readonly before: (handle: RequestListener) => RequestListener;
  /** Call it after authentication is installed. */
  readonly open: (app: FastifyInstance, parts: DoorParts) => void;
}

/** A door that passes everything on until it is opened. */
export function keptDoor(): KeptDoor {
  let answer: Answer = () => false;
  return {
    before: (handle) => (request, response) => {
      const answered = answer(request, response);
      if (answered === true) return;
      if (answered === false) handle(request, response);
      else void answered.then((isDone) => isDone || handle(request, response));
    },
    open: (app, parts) => {
      answer = opened(app, parts);
    },
  };
}

/** Returns false for a request that the routes must answer. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

function opened(app: FastifyInstance, parts: DoorParts): Answer {
  const { catalog, answers } = parts;
  const clients = new WeakMap<IncomingMessage["socket"], Client>();
  app.addHook("onRequest", (request, _reply, done) => {
    const client = clientOf(request);
    if (client === undefined) clients.delete(request.socket);
    else clients.set(request.socket, client);
    done();
  });
  const send = (exchange: Exchange, revision: number) => {
    const { client, request, response } = exchange;
    if (!client.isFresh() || !client.isAt(revision)) return false;
    const found = answers.at(revision, exchange.key);
    if (found === undefined || !app.admission.mayAnswer(client.requester, bodyBytes(found)))
      return false;
    if (parts.isLast(request) || response.destroyed) return false;
    return answerBy(app, exchange, { found, nextId: parts.nextId });
  };
  return (request, response) => {
    const client = clients.get(request.socket);
    if (client === undefined || !isAsBefore(client, request)) return false;
    const key = keyOf(client, request);
    const exchange = { client, request, response, key };
    let revision: number | Promise<number>;
    try {
      revision = catalog.revision([...client.traces, ...answers.traces(key)]);
    } catch {
      // The route reports the error.
      return false;
    }
    if (typeof revision === "number") return send(exchange, revision);
    return revision.then(
      (now) => send(exchange, now),
      () => false,
    );
  };
}

interface Exchange {
  readonly client: Client;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: string;
}

/** Called for requests that have passed all checks. */
function clientOf(request: FastifyRequest): Client | undefined {
  const { principal, headers, ip, requester, revision } = request;
  const { authorization, host } = headers;
  if (principal?.login === undefined || authorization === undefined || host === undefined)
    return undefined;
  return {
    authorization,
    host,
    forwarded: forwardedIn(headers),
    origin: originOf(request),
    ip,
    requester: requester.name,
    sights: { GET: visibilityKey(principal, "GET"), HEAD: visibilityKey(principal, "HEAD") },
    ...principal.login,
    // Rules on requests may change with any revision.
    ...(isAdministrator(principal.roles) ? {} : { isAt: (now: number) => now === revision }),
  };
}

function forwardedIn(headers: IncomingMessage["headers"]): string {
  const { "x-forwarded-for": from, "x-forwarded-host": host, "x-forwarded-proto": by } = headers;
  if (from === undefined && host === undefined && by === undefined) return "";
  return JSON.stringify([from, host, by]);
}

function isAsBefore(client: Client, { method, headers, httpVersion }: IncomingMessage): boolean {
  return (
    headers.authorization === client.authorization &&
    headers.host === client.host &&
    httpVersion === "1.1" &&
    mayBeKept(method, headers) &&
    forwardedIn(headers) === client.forwarded
  );
}

function keyOf(client: Client, { method, headers, url }: IncomingMessage): string {
  const sight = client.sights[method === "HEAD" ? "HEAD" : "GET"];
  return answerKey(sight, client.origin, { accept: headers.accept, url });
}

/** Counts and logs the request like a routed one. */
function answerBy(
  app: FastifyInstance,
  { client, request, response }: Exchange,
  { found, nextId }: { readonly found: KeptAnswer; readonly nextId: () => string },
): boolean {
  const isLogged = app.log.level === "debug" || app.log.level === "trace";
  const started = isLogged ? performance.now() : 0;
  const statusCode = sendKept(response, found, request);
  if (statusCode === undefined) return false;
  app.admission.follow(client.requester, response, bodyBytes(found));
  app.loginAccepted(request.socket);
  app.countAnswer(request.method ?? "", statusCode);
  if (!isLogged) return true;
  const log = () =>
    logOf(app.log, request, {
      reqId: nextId(),
      ip: client.ip,
      statusCode,
      responseTime: performance.now() - started,
    });
  if (response.writableFinished || response.socket?.writableLength === 0) log();
  else response.once("finish", log);
  return true;
}

interface Logged {
  readonly reqId: string;
  readonly ip: string;
  readonly statusCode: number;
  readonly responseTime: number;
}

/** Writes the same line as `access-log.ts`. */
function logOf(
  log: FastifyBaseLogger,
  { method, url, headers: { host }, socket }: IncomingMessage,
  { reqId, ip, statusCode, responseTime }: Logged,
): void {
  const req = { method, url, host, ip, socket };
  log.debug({ reqId, req, res: { statusCode }, responseTime }, "request completed");
}
