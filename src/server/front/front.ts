/**
 * What stands between the network and the routes: who may connect, what is read of a connection and
 * when, and what is refused before there is a request. It knows no account and no route.
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
import { openConnections, type ConnectionCounts, type Connections } from "./connections.ts";
import { hostRefusal } from "./host.ts";
import { openLine, type Line } from "./line.ts";
import { refuseOn, type Refusal } from "./refusal.ts";

/** A certificate, or a chain of them, with its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a front needs. */
export interface FrontOptions {
  readonly limits: HttpLimits;
  readonly isTrusted: IsTrusted;
  /** TLS is spoken where there is one. */
  readonly certificate?: Certificate | undefined;
}

/** The front of one server, which may listen at several addresses. */
export interface Front {
  /** Makes a server that passes requests on to the routes. */
  readonly createServer: (handle: RequestListener) => Server;
  /** Speaks TLS by another certificate from now on. Throws when its parts do not fit. */
  readonly renew: (certificate: Certificate) => void;
  /** How many connections have come so far. */
  readonly arrivals: () => number;
  readonly counts: () => FrontCounts;
  /** Ends connections with their next answer from now on. */
  readonly leave: () => void;
  /** Refuses what comes from now on, and resolves when all that came before is answered. */
  readonly drain: () => Promise<void>;
  /** Whether the answer to a request is the last of its connection, because the server ends. */
  readonly isLast: (request: IncomingMessage) => boolean;
  /** Ends all connections. */
  readonly destroy: () => void;
}

/** Figures of connections, and how many requests were refused before there was one. */
export interface FrontCounts extends ConnectionCounts {
  readonly unreadable: number;
}

/** What a server that ends says to who comes late. */
export const ENDING = "The server ends; send this again when it is back";

const RETRY_AFTER_S = 5;

/** What the servers of one front share. */
interface Shared {
  readonly limits: HttpLimits;
  readonly isTrusted: IsTrusted;
  readonly connections: Connections;
  readonly lines: WeakMap<object, Line>;
  isLeaving: boolean;
  isDraining: boolean;
  unreadable: number;
}

/** Opens a front; nothing listens yet. */
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
    // What is missing or doubled is refused with the others, as plain text.
    requireHostHeader: false,
    // Who asks for another protocol is answered in this one, at every address that is listened at.
    shouldUpgradeCallback: () => false,
  };
}

function attach(server: Server, shared: Shared, handle: RequestListener): Server {
  const { limits, connections, lines } = shared;
  const open = (socket: Socket, raw: Socket) => {
    const onBusy = () => connections.busy(raw);
    const onIdle = () => connections.rest(raw);
    lines.set(socket, openLine(socket, { limits, handle, onBusy, onIdle }));
  };
  if ("setSecureContext" in server) admitByTls(server, connections, open);
  else
    server.on("connection", (socket: Socket) => {
      if (connections.admit(socket)) open(socket, socket);
      else refuseOn(socket, fullRefusal(limits), limits.lingerMs);
    });
  const take: RequestListener = (request, response) =>
    lines.get(request.socket)?.take(request, response, refusalFor(request, shared));
  server.on("request", take);
  // Whether a body is wanted is seen by who reads it.
  server.on("checkContinue", take);
  server.on("checkExpectation", (request, response) => {
    const text = "What the header Expect asks for cannot be met; 100-continue can";
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

/** Why a request is not passed on to the routes; undefined when it is. */
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

/** Behind TLS a connection is known before it is secure; what is read of it comes after. */
function admitByTls(
  server: Server,
  connections: Connections,
  open: (socket: Socket, raw: Socket) => void,
): void {
  const raws = new Map<string, Socket>();
  server.on("connection", (raw: Socket) => {
    const name = ends(raw);
    if (!connections.admit(raw)) {
      raw.destroy();
      return;
    }
    raws.set(name, raw);
    raw.once("close", () => raws.delete(name));
  });
  server.on("secureConnection", (socket: Socket) => open(socket, raws.get(ends(socket)) ?? socket));
}

/** Both ends of a connection, which distinguish it from all others that are open. */
function ends({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
