/** A proxy between a command and its server: it hears of every request before the server does. */
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request on its way. */
export interface Passing {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** An answer in the server's place. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/**
 * What becomes of a request: it is refused, the connection is closed before or after the server hears of it, it is
 * answered in the server's place, or after the server has heard of it with another answer.
 */
export type Fate =
  | "refuse"
  | "close before"
  | "close after"
  | ProxyAnswer
  | { readonly after: ProxyAnswer };

/**
 * Starts a proxy before a server; a request goes on when `before` is done with it and gives it no other fate. `headers`
 * are those of an answer as the proxy passes them on.
 */
export async function startProxy(
  target: string,
  before: (request: Passing) => Promise<void> | Fate | undefined | void,
  passOn: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders = (headers) => headers,
): Promise<string> {
  const pass = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { method = "GET", headers, url: path = "/" } = incoming;
    const fate = await before({ method, path, headers });
    if (fate === "close before") {
      incoming.socket.destroy();
      return;
    }
    if (fate === "refuse") {
      answer.writeHead(403).end("not here");
      return;
    }
    if (typeof fate === "object" && "status" in fate) {
      incoming.resume();
      answer.writeHead(fate.status, fate.headers ?? {}).end(fate.body ?? "");
      return;
    }
    const passed = send(new URL(path, target), { method, headers }, (response) => {
      if (fate === "close after") {
        incoming.socket.destroy();
        return;
      }
      if (typeof fate === "object") {
        const { status, headers: others = {}, body = "" } = fate.after;
        response.resume();
        answer.writeHead(status, others).end(body);
        return;
      }
      answer.writeHead(response.statusCode ?? 502, passOn(response.headers));
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, answer) => void pass(incoming, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Whether a request writes to the catalog, and not to the state of an estate. */
export function isCatalogWrite({ method, path }: Pick<Passing, "method" | "path">): boolean {
  return method !== "GET" && method !== "HEAD" && !path.includes("/resource/plumbline/");
}
