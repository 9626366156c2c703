/**
 * Pages of other sites may not write. Browsers send the credentials that they keep with whatever a page
 * asks of them; so what they say of that page decides, and who says nothing is no browser. A session is a
 * browser's: with one, other pages may not read either, and who says nothing may not write
 * (docs/compatibility.md, "Pages of other sites").
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import { hostOf } from "./url.ts";

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Installs the check behind authentication: without credentials nobody learns more than that. */
export function installSameOrigin(app: FastifyInstance, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? undefined : originOf(publicUrl);
  app.addHook("onRequest", (request, _reply, done) => {
    const isReading = reading.has(request.method);
    const problem = isReading ? readingProblem(request) : writingProblem(request, own);
    const text = `A page of another site may not ${isReading ? "read" : "write"} here: ${problem}`;
    done(problem === undefined ? undefined : new CatalogError("cross-site", text));
  });
}

function readingProblem(request: FastifyRequest): string | undefined {
  return request.hasSession ? siteProblem(request) : undefined;
}

function writingProblem(request: FastifyRequest, own: string | undefined): string | undefined {
  return siteProblem(request) ?? originProblem(request, own) ?? silenceProblem(request);
}

/** What speaks against a request with a session that does not say where it comes from. */
function silenceProblem({ headers, hasSession }: FastifyRequest): string | undefined {
  const isSilent = headers.origin === undefined && headers["sec-fetch-site"] === undefined;
  return hasSession && isSilent ? "neither Origin nor Sec-Fetch-Site says which page" : undefined;
}

/** What speaks against the site that a request comes from. Deviation: same-origin-writes. */
function siteProblem({ headers }: FastifyRequest): string | undefined {
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined || /^\s*(?:same-origin|none)\s*$/i.test(site);
  return isOwn ? undefined : `Sec-Fetch-Site is ${site}`;
}

/** What speaks against the origin that a request comes from; `own` is the one that the operator named. */
function originProblem(request: FastifyRequest, own: string | undefined): string | undefined {
  const { origin } = request.headers;
  if (origin === undefined) return undefined;
  const from = originOf(origin);
  if (from !== undefined && (from === own || ownOrigins(request).includes(from))) return undefined;
  const [here] = ownOrigins(request);
  return `Origin ${origin} is not ${own ?? here}; behind a proxy, say --trusted-proxy or --public-url`;
}

/** The origins of this server's pages, as the host that the request names has them. */
function ownOrigins(request: FastifyRequest): readonly (string | undefined)[] {
  const host = hostOf(request);
  // Plain HTTP may be what is left of TLS, behind a proxy that nobody reported us of.
  const schemes = request.protocol === "http" ? ["http", "https"] : [request.protocol];
  return schemes.map((scheme) => originOf(`${scheme}://${host}`));
}

/** The origin of an address of the web; undefined for what is none. */
function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
