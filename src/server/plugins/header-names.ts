/**
 * Names of headers in the usual capitals. The framework keeps them in small letters, which means
 * the same, but clients exist that look for `Location` and for nothing else.
 */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** Names whose capitals do not stand where words begin. */
const odd: Readonly<Record<string, string>> = {
  etag: "ETag",
  "www-authenticate": "WWW-Authenticate",
};

function inCapitals(lower: string): string {
  const known = Object.hasOwn(odd, lower) ? odd[lower] : undefined;
  return known ?? lower.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Names that nearly every answer has, worked out once. */
const usual: ReadonlyMap<string, string> = new Map(
  [
    "content-length",
    "content-security-policy",
    "content-type",
    "etag",
    "location",
    "x-content-type-options",
    "x-frame-options",
  ].map((lower) => [lower, inCapitals(lower)]),
);

/** The name of a header with the usual capitals. */
export function capitalised(name: string): string {
  return usual.get(name) ?? inCapitals(name.toLowerCase());
}

/** Has every header of an answer written with capitals from now on. */
export function capitaliseHeaders(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  const writeHead = response.writeHead.bind(response);
  response.setHeader = (name, value) => setHeader(capitalised(name), value);
  response.writeHead = (status: number, ...more: unknown[]) => {
    const headers = more.at(-1);
    // Lists of names and values are written by nobody here.
    if (typeof headers !== "object" || headers === null || Array.isArray(headers))
      return writeHead(status, ...(more as []));
    const entries = Object.entries(headers as OutgoingHttpHeaders);
    return writeHead(
      status,
      Object.fromEntries(entries.map(([name, value]) => [capitalised(name), value] as const)),
    );
  };
}

/** Installs it for all answers to requests that can be routed; to be called before other hooks. */
export function installHeaderNames(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    capitaliseHeaders(reply.raw);
    done();
  });
}
