/** Plain HTTP for tests: the path goes over the wire exactly as written. */
import { request as httpRequest } from "node:http";

/** A request as a client would write it. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with a length, or in chunks without one. */
  readonly body?: Uint8Array | string | undefined;
  readonly chunked?: boolean;
}

/** An answer as it came. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Sends one request to an origin such as http://127.0.0.1:8600. */
export function sendRaw(
  origin: string,
  { method, path, headers, body, chunked }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const payload = body === undefined ? undefined : Buffer.from(body);
  const length: Record<string, string> =
    payload === undefined || chunked ? {} : { "content-length": String(payload.byteLength) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...headers, ...length } };
    const outgoing = httpRequest(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const flat = Object.entries(incoming.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value[0] : value,
        ]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(flat),
          body: Buffer.concat(chunks),
        });
      });
    });
    outgoing.on("error", reject);
    // After an answer this changes nothing; without one nobody may wait for ever.
    outgoing.on("close", () => reject(new Error("the connection closed before the answer")));
    if (payload !== undefined && chunked) {
      for (let at = 0; at < payload.byteLength; at += 65_536)
        outgoing.write(payload.subarray(at, at + 65_536));
      outgoing.end();
    } else {
      outgoing.end(payload);
    }
  });
}
