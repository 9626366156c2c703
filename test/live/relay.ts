/**
 * Stands between tests and the server under test: everything goes through it, anyone who sends it, so that
 * requests can be counted and recorded by case. The account that all tests use becomes the one of the
 * server. Paths below `/-/` are for the lane itself.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { authorizationOf, type LiveAnswer, type LiveRequest } from "./exchange.ts";

/** A running relay. */
export interface Relay {
  /** The service, as tests address it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Where a relay leads. */
export interface RelayOptions {
  readonly service: string;
  readonly user: string;
  readonly password: string;
  /** Sends a request on. */
  readonly send: (request: LiveRequest) => Promise<LiveAnswer>;
  /** Answers what is for the lane: the word after `/-/` and the body. */
  readonly command: (word: string, body: string) => Promise<unknown>;
}

/** Starts a relay on a free port of this machine. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { pathname } = new URL(options.service);
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(502, { "content-type": "text/plain" }).end(String(error));
    });
  });
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { method = "GET", url: path = "/", headers } = incoming;
    if (path.startsWith("/-/")) {
      const told = await options.command(path.slice(3), bytes.toString("utf8"));
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(told ?? null));
      return;
    }
    const isOurs = headers.authorization === AUTHORIZATION;
    const account = isOurs ? { authorization: authorizationOf(options) } : {};
    const hasBody = bytes.byteLength > 0 || headers["content-length"] !== undefined;
    const body = hasBody ? bytes : undefined;
    const answer = await options.send({
      method,
      path,
      headers: { ...headers, ...account },
      body,
    });
    const { "transfer-encoding": _chunked, connection: _hop, ...kept } = answer.headers;
    const length =
      method === "HEAD" || answer.status === 304
        ? {}
        : { "content-length": String(answer.body.byteLength) };
    outgoing.writeHead(answer.status, { ...kept, ...length }).end(answer.body);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname.replace(/\/$/, "")}`,
    close: async () => {
      server.closeAllConnections();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
