/** Requests to the server under test, as bytes, and what came back. */
import { request as plainRequest, type IncomingHttpHeaders } from "node:http";
import { request as tlsRequest } from "node:https";

/** A request as it goes over the wire. */
export interface LiveRequest {
  readonly method: string;
  /** Path and query from the root of the host, exactly as they are sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
}

/** What came back. */
export interface LiveAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one request to an origin, and waits for the whole of the answer. */
export function exchange(origin: string, sent: LiveRequest): Promise<LiveAnswer> {
  const { method, path, body } = sent;
  const { hostname, port, protocol } = new URL(origin);
  const { "transfer-encoding": _chunked, connection: _hop, ...kept } = sent.headers;
  const length = body === undefined ? {} : { "content-length": String(body.byteLength) };
  const headers = { ...kept, ...length };
  const request = protocol === "https:" ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A short request of the lane itself. */
export type Ask = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  /** From the service: `/rest/workspaces.json`. */
  path: string,
  content?: { readonly type: string; readonly body: string | Uint8Array },
) => Promise<{ readonly status: number; readonly text: string }>;

/** Asks a service with an account of its own. */
export function asker(
  service: string,
  account: { readonly user: string; readonly password: string },
  send: (request: LiveRequest) => Promise<LiveAnswer> = (request) =>
    exchange(new URL(service).origin, request),
): Ask {
  const { host, pathname } = new URL(service);
  const authorization = authorizationOf(account);
  return async (method, path, content) => {
    const type = content === undefined ? {} : { "content-type": content.type };
    const { status, body } = await send({
      method,
      path: `${pathname.replace(/\/$/, "")}${path}`,
      headers: { host, authorization, accept: "application/json, */*;q=0.5", ...type },
      body: content === undefined ? undefined : Buffer.from(content.body),
    });
    return { status, text: body.toString("utf8") };
  };
}

/** The value of the header that says who asks. */
export function authorizationOf({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
