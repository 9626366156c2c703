/**
 * Liveness, readiness and metrics over HTTP, without credentials, for watch mode and the server.
 */
import fastify, { type FastifyInstance } from "fastify";
import { FORMAT_VERSION } from "../model/format-version.ts";
import { endpoints as limits } from "../model/limits.ts";
import { LOOPBACK } from "./address.ts";

/** Whether a process is ready, and why not. */
export interface Readiness {
  readonly ready: boolean;
  readonly state: string;
  readonly reasons: readonly string[];
}

export interface EndpointOptions {
  /** Loopback by default. */
  readonly host?: string | undefined;
  /** 0 takes a free port. */
  readonly port: number;
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly metrics: MetricsText;
  /** Adds further pages. */
  readonly addPages?: (app: FastifyInstance) => void;
}

/** Metrics in the Prometheus text format. */
export interface MetricsText {
  readonly expose: () => Promise<string>;
  readonly contentType: string;
}

/** Endpoints that listen. */
export interface Endpoints {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export class EndpointsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EndpointsError";
  }
}

/** Rejects with EndpointsError when the address is not available. */
export async function startEndpoints(options: EndpointOptions): Promise<Endpoints> {
  const { host = LOOPBACK, port } = options;
  const app = fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    http: {
      headersTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    forceCloseConnections: true,
    trustProxy: false,
  });
  app.server.maxConnections = limits.connections;
  installManners(app);
  installPages(app, options);
  options.addPages?.(app);
  try {
    return { url: await app.listen({ host, port }), close: () => app.close() };
  } catch (error) {
    await app.close();
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = listenErrors[code] ?? code;
    throw new EndpointsError(`Nothing can listen at ${host}:${port}: ${reason}`, { cause: error });
  }
}

const listenErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is taken",
  EACCES: "this account may not use the port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "there is no such host",
};

function installManners(app: FastifyInstance): void {
  // Request bodies are ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
  app.addHook("onSend", (_request, reply, _payload, done) => {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    done();
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(refusalDocument("There is no such page")),
  );
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    return reply
      .code(statusCode)
      .send(refusalDocument(statusCode < 500 ? "Refused" : "Internal error"));
  });
}

function installPages(app: FastifyInstance, { readiness, metrics }: EndpointOptions): void {
  app.get("/livez", () => ({ format_version: FORMAT_VERSION, live: true }));
  app.get("/readyz", async (_request, reply) => {
    const { ready, state, reasons } = await readiness();
    const document = { format_version: FORMAT_VERSION, ready, state, reasons };
    return reply.code(ready ? 200 : 503).send(document);
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.expose()),
  );
}

/** The document of a refusal. */
export function refusalDocument(error: string) {
  return { format_version: FORMAT_VERSION, error };
}
