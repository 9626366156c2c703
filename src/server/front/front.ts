/**
 * Stands between network and routes: connection limits, TLS, timeouts, and refusals of requests
 * that reach no route. It knows no account and no route.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import type { IsTrusted } from "./address.ts";
import { refusalOf, type ClientError } from "./client-error.ts";
import {
  openConnections,
  type Admitted,
  type ConnectionCounts,
  type Connections,
} from "./connections.ts";
import { hostRefusal } from "./host.ts";
import { openLine, type Line } from "./line.ts";
import { refuseOn, type Refusal } from "./refusal.ts";

/** In PEM, with or without a chain. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface FrontOptions {
  readonly limits: HttpLimits;
  readonly isTrusted: IsTrusted;
  readonly certificate?: Certificate | undefined;
}

/** The front of one server, which may listen at several addresses. */
export interface Front {
  readonly createServer: (handle: RequestListener) => Server;
  /** Replaces the certificate. Throws when certificate and key do not fit. */
  readonly renew: (certificate: Certificate) => void;
  readonly arrivals: () => number;
  readonly counts: () => FrontCounts;
  /** From now on, closes every connection after its next response. */
  readonly leave: () => void;
  /** Refuses new requests; resolves when earlier ones are answered. */
  readonly drain: () => Promise<void>;
  /** Whether the connection ends with this response, because the server is stopping. */
  readonly isLast: (request: IncomingMessage) => boolean;
  readonly destroy: () => void;
}

/** `unreadable` counts input that was no valid request. */
export interface FrontCounts extends ConnectionCounts {
  readonly unreadable: number;
}

/** The message of a stopping server to new requests. */
export const ENDING = "The server ends; send this again when it is back";

const RETRY_AFTER_S = 5;

interface Shared {
  readonly limits: HttpLimits;
  readonly isTrusted: IsTrusted;
  readonly connections: Connections;
  readonly lines: WeakMap<object, Line>;
  isLeaving: boolean;
  isDraining: boolean;
  unreadable: number;
}

/** Creates a front that does not listen yet. */
export function openFront({ limits, isTrusted, certificate }: FrontOptions): Front {
  const connections = openConnections(limits, isTrusted);
  const secure: TlsServer[] = [];
  const shared: Shared = {
    limits,
    isTrusted,
    connections,
    lines: new WeakMap(),
    isLeaving: false,
    isDraining: false,
    unreadable: 0,
  };
  return {
    createServer: (handle) => {
      const options = optionsOf(limits);
      if (certificate === undefined) return attach(createServer(options), shared, handle);
      const handshakeTimeout = limits.headersTimeoutMs;
      const server = createTlsServer({ ...options, ...certificate, handshakeTimeout });
      secure.push(server);
      return attach(server, shared, handle);
    },
    renew: (next) => {
      for (const server of secure) server.setSecureContext({ ...next });
    },
    arrivals: connections.arrivals,
    counts: () => ({ ...connections.counts(), unreadable: shared.unreadable }),
    leave: () => void (shared.isLeaving = true),
    drain: () => {
      shared.isDraining = true;
      return connections.quiet();
    },
    isLast: ({ socket }) => shared.isLeaving && shared.lines.get(socket)?.isLast() !== false,
    destroy: connections.destroy,
  };
}

function optionsOf(limits: HttpLimits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    // A missing or repeated Host is refused in `hostRefusal`, as plain text.
    requireHostHeader: false,
    // Requests for a protocol upgrade are answered in HTTP/1.1.
    shouldUpgradeCallback: () => false,
  };
}

function attach(server: Server, shared: Shared, handle: RequestListener): Server {
  const { limits, connections, lines } = shared;
  const open = (socket: Socket, admitted: Admitted) =>
    void lines.set(socket, openLine(socket, { limits, handle, admitted }));
  if ("setSecureContext" in server) admitByTls(server, connections, open);
  else
    server.on("connection", (socket: Socket) => {
      const admitted = connections.admit(socket);
      if (admitted === undefined) refuseOn(socket, fullRefusal(limits), limits.lingerMs);
      else open(socket, admitted);
    });
  const take: RequestListener = (request, response) =>
    lines.get(request.socket)?.take(request, response, refusalFor(request, shared));
  server.on("request", take);
  // The reader of the body decides whether to send 100 Continue.
  server.on("checkContinue", take);
  server.on("checkExpectation", (request, response) => {
    const text = "Only 100-continue is supported in the header Expect";
    lines.get(request.socket)?.take(request, response, { status: 417, text });
  });
  server.on("connect", (_request, socket) => {
    const text = "CONNECT is not possible here: this server is no proxy";
    lines.get(socket)?.refuse({ status: 405, text });
  });
  server.on("clientError", (error: ClientError, socket) => {
    const line = lines.get(socket);
    const refusal = refusalOf(error, limits, line?.isInBody() ?? false);
    const isSilent = (socket as Socket).bytesRead === 0;
    if (line === undefined || refusal === undefined || isSilent) socket.destroy();
    else if (line.refuse(refusal)) shared.unreadable++;
  });
  return server;
}

function refusalFor(
  request: IncomingMessage,
  { isDraining, isTrusted }: Shared,
): Refusal | undefined {
  if (isDraining) return { status: 503, text: ENDING, retryAfter: RETRY_AFTER_S };
  return hostRefusal(request, isTrusted(request.socket.remoteAddress));
}

function fullRefusal({ connections, addressConnections }: HttpLimits): Refusal {
  const most = `${connections} in all and ${addressConnections} from one address`;
  const text = `The server has as many connections as it may, ${most}; try again`;
  return { status: 503, text, retryAfter: RETRY_AFTER_S };
}

/** Limits count the raw connection, before the TLS handshake; requests come from the secure one. */
function admitByTls(
  server: Server,
  connections: Connections,
  open: (socket: Socket, admitted: Admitted) => void,
): void {
  const raws = new Map<string, Admitted>();
  server.on("connection", (raw: Socket) => {
    const name = ends(raw);
    const admitted = connections.admit(raw);
    if (admitted === undefined) {
      raw.destroy();
      return;
    }
    raws.set(name, admitted);
    raw.once("close", () => raws.delete(name));
  });
  server.on("secureConnection", (socket: Socket) => {
    const admitted = raws.get(ends(socket));
    if (admitted === undefined) socket.destroy();
    else open(socket, admitted);
  });
}

/** Both ends identify an open connection: they match a TLS socket with its raw one. */
function ends({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
