/**
 * Writes response headers in their usual capitals, because some clients look only for `Location`.
 */
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

const odd: Readonly<Record<string, string>> = {
  etag: "ETag",
  "www-authenticate": "WWW-Authenticate",
};

function inCapitals(lower: string): string {
  const known = Object.hasOwn(odd, lower) ? odd[lower] : undefined;
  return known ?? lower.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

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

export function capitalised(name: string): string {
  return usual.get(name) ?? inCapitals(name.toLowerCase());
}

/** Affects all headers set from now on. */
export function capitaliseHeaders(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  const writeHead = response.writeHead.bind(response);
  response.setHeader = (name, value) => setHeader(capitalised(name), value);
  response.writeHead = (status: number, ...more: unknown[]) => {
    const headers = more.at(-1);
    // Header arrays are not used here.
    if (typeof headers !== "object" || headers === null || Array.isArray(headers))
      return writeHead(status, ...(more as []));
    const entries = Object.entries(headers as OutgoingHttpHeaders);
    return writeHead(
      status,
      Object.fromEntries(entries.map(([name, value]) => [capitalised(name), value] as const)),
    );
  };
}

/** Installs the capitals; call it before other hooks. */
export function installHeaderNames(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    capitaliseHeaders(reply.raw);
    done();
  });
}
