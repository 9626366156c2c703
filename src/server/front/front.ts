/**
 * What stands between the network and the routes: who may connect, what is read of a connection and
 * when, and what is refused before there is a request. It knows no account and no route.
 */
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import type { IsTrusted } from "./address.ts";
import { refusalOf, type ClientError } from "./client-error.ts";
import { openConnections, type ConnectionCounts, type Connections } from "./connections.ts";
import { hostRefusal } from "./host.ts";
import { openLine, type Line } from "./line.ts";
import { refuseOn, type Refusal } from "./refusal.ts";

/** A certificate with its key, as PEM. */
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
  /** How many connections have come so far. */
  readonly arrivals: () => number;
  readonly counts: () => FrontCounts;
}

/** Figures of connections, and how many requests were refused before there was one. */
export interface FrontCounts extends ConnectionCounts {
  readonly unreadable: number;
}

/** Opens a front; nothing listens yet. */
export function openFront({ limits, isTrusted, certificate }: FrontOptions): Front {
  const connections = openConnections(limits, isTrusted);
  let unreadable = 0;
  const onUnreadable = () => unreadable++;
  const options: ServerOptions = {
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
  return {
    createServer: (handle) => {
      const server =
        certificate === undefined
          ? createServer(options)
          : createTlsServer({
              ...options,
              ...certificate,
              handshakeTimeout: limits.headersTimeoutMs,
            });
      attach(server, { limits, isTrusted, connections, handle, onUnreadable });
      return server;
    },
    arrivals: connections.arrivals,
    counts: () => ({ ...connections.counts(), unreadable }),
  };
}

interface Parts {
  readonly limits: HttpLimits;
  readonly isTrusted: IsTrusted;
  readonly connections: Connections;
  readonly handle: RequestListener;
  readonly onUnreadable: () => void;
}

function attach(server: Server, parts: Parts): void {
  const { limits, isTrusted, connections, handle, onUnreadable } = parts;
  const lines = new WeakMap<object, Line>();
  const open = (socket: Socket, raw: Socket) => {
    const onBusy = () => connections.busy(raw);
    const onIdle = () => connections.rest(raw);
    lines.set(socket, openLine(socket, { limits, handle, onBusy, onIdle }));
  };
  const full: Refusal = {
    status: 503,
    text: `The server has as many connections as it may, ${limits.connections} in all and ${limits.addressConnections} from one address; try again`,
    retryAfter: 5,
  };
  if ("setSecureContext" in server) admitByTls(server, connections, open);
  else
    server.on("connection", (socket: Socket) => {
      if (connections.admit(socket)) open(socket, socket);
      else refuseOn(socket, full, limits.lingerMs);
    });
  const take: RequestListener = (request, response) =>
    lines
      .get(request.socket)
      ?.take(request, response, hostRefusal(request, isTrusted(request.socket.remoteAddress)));
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
    else if (line.refuse(refusal)) onUnreadable();
  });
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

/** Both ends of a connection, which tell it from all others that are open. */
function ends({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
