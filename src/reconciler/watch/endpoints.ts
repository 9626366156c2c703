/**
 * What a watch tells over HTTP: whether it lives, whether it can be relied on, what it counts, how
 * things stand; and the request for a pass. Details and requests are for those who have the token, or
 * without a token for this machine only.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { endpoints as limits } from "../../model/limits.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import { FORMAT_VERSION } from "../report/json.ts";
import { LOOPBACK } from "./endpoint-address.ts";
import type { Metrics } from "./metrics.ts";
import type { WatchState } from "./pass-end.ts";
import { readinessDocument, statusDocument } from "./status.ts";

/** Where to listen, and what to tell. */
export interface EndpointOptions {
  /** Loopback when absent. */
  readonly host?: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  readonly state: () => WatchState;
  /** Asks for a pass; it runs when it can. */
  readonly onReconcile: () => void;
  readonly metrics: Pick<Metrics, "expose" | "contentType">;
  /** Without one, `/status.json` and `/reconcile` answer this machine only. */
  readonly token?: Secret | undefined;
}

/** Endpoints that listen. */
export interface Endpoints {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The endpoints cannot listen there. */
export class EndpointsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EndpointsError";
  }
}

/** Starts to listen. Rejects with EndpointsError when that is not possible. */
export async function startEndpoints(options: EndpointOptions): Promise<Endpoints> {
  const { host = LOOPBACK, port } = options;
  const app = fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    forceCloseConnections: true,
    trustProxy: false,
  });
  app.server.maxConnections = limits.connections;
  installRoutes(app, options);
  try {
    return { url: await app.listen({ host, port }), close: () => app.close() };
  } catch (error) {
    await app.close();
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = listenFaults[code] ?? code;
    throw new EndpointsError(`Nothing can listen at ${host}:${port}: ${reason}`, { cause: error });
  }
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is taken",
  EACCES: "this account may not use the port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
};

function installRoutes(app: FastifyInstance, options: EndpointOptions): void {
  const { state, onReconcile, metrics, token } = options;
  // Whatever is sent along with a request for a pass says nothing.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    done();
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(refusal("There is no such page")),
  );
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    return reply
      .code(statusCode)
      .send(refusal(statusCode < 500 ? "Not so" : "Something is broken"));
  });

  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const refused = refusalOf(request, token);
    if (refused === undefined) done();
    else reply.code(refused.status).headers(refused.headers).send(refused.body);
  };
  app.get("/livez", () => ({ format_version: FORMAT_VERSION, live: true }));
  app.get("/readyz", (_request, reply) => {
    const document = readinessDocument(state());
    return reply.code(document.ready ? 200 : 503).send(document);
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.expose()),
  );
  app.get("/status.json", { onRequest }, () => statusDocument(state()));
  app.post("/reconcile", { onRequest }, (_request, reply) => {
    onReconcile();
    return reply.code(202).send({ format_version: FORMAT_VERSION, accepted: true });
  });
}

function refusal(error: string) {
  return { format_version: FORMAT_VERSION, error };
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Why a request may not see details or ask for a pass; undefined when it may. */
function refusalOf(request: FastifyRequest, token: Secret | undefined): Refusal | undefined {
  if (token === undefined) {
    if (isFromHere(request)) return undefined;
    const body = refusal("Without a token only this machine may ask");
    return { status: 403, headers: {}, body };
  }
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, reveal(token))) return undefined;
  const headers = { "www-authenticate": 'Bearer realm="plumbline"' };
  return { status: 401, headers, body: refusal("The token is missing or wrong") };
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Whether a request was made on this machine by a program: not through a proxy that runs here, and
 * not by a page that a browser shows here, under whatever name it calls this address.
 */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = ["forwarded", "x-forwarded-for", "via", "x-real-ip"].some(
    (name) => headers[name] !== undefined,
  );
  const isPage = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  return isLoopback(ip) && !isForwarded && !isPage && isLoopbackName(headers.host ?? "");
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === "::1";
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replaceAll(/[[\]]/g, "");
  return name === "localhost" || (isIP(name) !== 0 && isLoopback(name));
}
