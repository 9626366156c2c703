/**
 * Refuses writes from pages of other sites, whose requests carry the browser's credentials.
 * Sec-Fetch-Site and Origin decide; a request without them is from no browser. With a session,
 * other pages may not read either, and a write needs one of these headers (docs/compatibility.md,
 * "Pages of other sites").
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import { isReading } from "./admission.ts";
import { hostOf } from "./url.ts";

/** Install it after authentication, so that without credentials only 401 is seen. */
export function installSameOrigin(app: FastifyInstance, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? undefined : originOf(publicUrl);
  app.addHook("onRequest", (request, _reply, done) => {
    const isRead = isReading(request.method);
    const isSafe = isRead && !request.hasSession;
    const problem =
      (isSafe ? undefined : siteProblem(request)) ??
      (isRead ? undefined : (originProblem(request, own) ?? silenceProblem(request)));
    const text = `A page of another site may not ${isRead ? "read" : "write"} here: ${problem}`;
    done(problem === undefined ? undefined : new CatalogError("cross-site", text));
  });
}

/** Browsers, which sessions imply, send one of these headers. */
function silenceProblem({ headers, hasSession }: FastifyRequest): string | undefined {
  const isSilent = headers.origin === undefined && headers["sec-fetch-site"] === undefined;
  return hasSession && isSilent ? "neither Origin nor Sec-Fetch-Site says which page" : undefined;
}

/** Deviation: same-origin-writes. */
function siteProblem({ headers }: FastifyRequest): string | undefined {
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined || /^\s*(?:same-origin|none)\s*$/i.test(site);
  return isOwn ? undefined : `Sec-Fetch-Site is ${site}`;
}

/** `own` is the configured public origin. */
function originProblem(request: FastifyRequest, own: string | undefined): string | undefined {
  const { origin } = request.headers;
  if (origin === undefined) return undefined;
  const from = originOf(origin);
  if (from !== undefined && (from === own || ownOrigins(request).includes(from))) return undefined;
  const [here] = ownOrigins(request);
  return `Origin ${origin} is not ${own ?? here}; behind a proxy, say --trusted-proxy or --public-url`;
}

function ownOrigins(request: FastifyRequest): readonly (string | undefined)[] {
  const host = hostOf(request);
  // Plain HTTP may come from a TLS proxy that is not configured here.
  const schemes = request.protocol === "http" ? ["http", "https"] : [request.protocol];
  return schemes.map((scheme) => originOf(`${scheme}://${host}`));
}

/** Undefined for anything but an HTTP URL. */
function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
