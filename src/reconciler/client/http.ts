/**
 * The HTTP client: one pool per server, credentials added last, failed reads repeated. Callers
 * decide whether a write is repeated.
 */
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { Pool, type Dispatcher } from "undici";
import { defined } from "../../model/defined.ts";
import { strongEtag } from "../../model/etag.ts";
import { client as limits } from "../../model/limits.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import {
  isOfTls,
  pathWithQuery,
  TransportError,
  type Reader,
  type RequestBody,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../wire/request.ts";
import { ESTATE_HEADER } from "../../wire/audit.ts";
import { servicePath } from "../../wire/paths.ts";
import { answerOf } from "../../wire/clear-write.ts";
import { isBusy, openPatience } from "../../wire/retry.ts";
import { masking } from "../../wire/masking.ts";
import { withoutEnd } from "../../model/trim.ts";

export { TransportError } from "../../wire/request.ts";

/** Whether a retry can help: not after a TLS failure or with an untrusted certificate. */
function mayPass({ cause }: Error): boolean {
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  return !isOfTls(code) && !/CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/.test(code);
}

/** The server and the account. */
export interface ClientOptions {
  /** `/rest` at its end may be left out. */
  readonly url: string;
  readonly user: string;
  readonly password: Secret;
  /** The applied estate; the included server records it with each change. */
  readonly estate?: string | undefined;
  /** Loads bodies that are given by digest. */
  readonly loadBody: (body: RequestBody) => Promise<Uint8Array>;
  /** Called before each request. */
  readonly onBegin?: ((request: Pick<Exchange, "method" | "path">) => void) | undefined;
  /** Called after each request. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Called with the progress of large bodies. */
  readonly onUpload?: ((upload: Upload) => void) | undefined;
  /** PEM certificates of authorities; the defaults when absent. */
  readonly ca?: string | undefined;
  /** Concurrent requests; when absent, writes have connections of their own. */
  readonly connections?: number | undefined;
  /** Concurrent writes, where `connections` is absent. */
  readonly writes?: number | undefined;
  readonly readTimeoutMs?: number | undefined;
}

/** A finished request, without body and credentials. */
export interface Exchange {
  readonly method: string;
  /** Path with query, from the root of the server. */
  readonly path: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** The progress of a large body. */
export interface Upload {
  readonly method: string;
  /** Path with query, from the REST root. */
  readonly path: string;
  readonly sent: number;
  readonly bytes: number;
}

/** A client of one server. */
export interface Client {
  readonly read: Reader;
  readonly send: Transport;
  /** Requests sent so far, including repeats. */
  readonly sent: () => number;
  readonly close: () => Promise<void>;
}

/** The REST root of a service, given with or without `/rest`. */
export function restRoot(url: string): URL {
  const root = new URL(withoutEnd(url, "/"));
  if (!root.pathname.endsWith("/rest")) root.pathname = `${root.pathname.replace(/\/$/, "")}/rest`;
  return root;
}

/** Opens a client. Sends nothing before the first request. */
export function openClient(options: ClientOptions): Client {
  const root = restRoot(options.url);
  const service = root.pathname.replace(/\/rest$/, "");
  const { ca, connections, readTimeoutMs = limits.readTimeoutMs } = options;
  const connect = ca === undefined ? {} : { connect: { ca } };
  const poolOf = (most: number) =>
    new Pool(root.origin, { connections: most, pipelining: 1, ...connect });
  const pool = poolOf(connections ?? limits.connections);
  // Reads do not wait for writes; an unused pool has no connections.
  const writing = connections === undefined ? poolOf(options.writes ?? limits.writes) : pool;
  const mask = masking(options.user, reveal(options.password), root.origin + service);
  const authorization = `Basic ${Buffer.from(`${options.user}:${reveal(options.password)}`).toString("base64")}`;
  const estate = options.estate === undefined ? {} : { [ESTATE_HEADER]: options.estate };
  let sent = 0;
  const exchange = async (request: WireRequest, through = writing): Promise<WireResponse> => {
    sent++;
    const path = `${service}${servicePath(pathWithQuery(request))}`;
    const body = request.body === undefined ? null : await options.loadBody(request.body);
    const usual = body === null ? readTimeoutMs : limits.uploadTimeoutMs;
    const timeout = request.timeoutMs ?? usual;
    const type = defined({ "content-type": request.mediaType });
    const headers = { authorization, ...estate, ...type, ...request.headers };
    const parameters = {
      method: request.method,
      path,
      ...withBody(request, { headers, body }, options.onUpload),
      headersTimeout: timeout,
      bodyTimeout: timeout,
    };
    options.onBegin?.({ method: request.method, path });
    const started = performance.now();
    let status: number | undefined;
    try {
      const answer = mask(await receive(await through.request(parameters)));
      const response = explainRedirect(answer, root.origin + service, root.origin + path);
      ({ status } = response);
      return response;
    } catch (error) {
      throw new TransportError(request.method, path, error as Error);
    } finally {
      const milliseconds = Math.round(performance.now() - started);
      options.onExchange?.({ method: request.method, path, status, milliseconds });
    }
  };
  return {
    send: (request) => exchange(request),
    read: retrying((request) => exchange(request, pool)),
    sent: () => sent,
    close: async () => {
      await Promise.all([...new Set([pool, writing])].map((one) => one.close()));
    },
  };
}

/** Sends the body in pieces to report its progress. */
function withBody(
  request: WireRequest,
  plain: { readonly headers: Record<string, string>; readonly body: Uint8Array | null },
  onUpload: ClientOptions["onUpload"],
): Pick<Dispatcher.RequestOptions, "body"> & { readonly headers: Record<string, string> } {
  const { headers, body } = plain;
  if (body === null || onUpload === undefined || body.length <= limits.pieceBytes) return plain;
  const bytes = body.length;
  const about = { method: request.method, path: pathWithQuery(request), bytes };
  const pieces = function* () {
    for (let sent = 0; sent < bytes; sent += limits.pieceBytes) {
      onUpload({ ...about, sent });
      yield body.subarray(sent, sent + limits.pieceBytes);
    }
    onUpload({ ...about, sent: bytes });
  };
  return {
    headers: { ...headers, "content-length": String(bytes) },
    body: Readable.from(pieces()),
  };
}

async function receive(response: Dispatcher.ResponseData): Promise<WireResponse> {
  const body = new Uint8Array(await response.body.arrayBuffer());
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  const { etag, ...rest } = Object.fromEntries(headers) as WireResponse["headers"];
  const strong = strongEtag(etag);
  const all = strong === undefined ? rest : { ...rest, etag: strong };
  return { status: response.statusCode, headers: all, body };
}

/** Repeats failed or busy reads with growing random pauses. */
function retrying(exchange: Transport): Reader {
  return async (request) => {
    const patience = openPatience();
    for (;;) {
      const met = await answerOf(() => exchange(request));
      const isClear = met instanceof TransportError ? !mayPass(met) : !isBusy(met);
      const pause = isClear ? undefined : patience(met);
      if (pause !== undefined) await wait(pause);
      else if (met instanceof TransportError) throw met;
      else return met;
    }
  };
}

const LOGIN =
  /log[-_]?[io]n|sign[-_]?in|\bsso|sso\b|auth(?!or(?!i[sz]))|saml|openid|realms|\bcas\b/i;

/** Replaces the body of a redirect by words about its target and the address to use. */
function explainRedirect(response: WireResponse, service: string, url: string): WireResponse {
  const { status, headers } = response;
  if (status < 300 || status >= 400 || status === 304) return response;
  const words = whereWords(headers["location"], service, url);
  return { ...response, body: new TextEncoder().encode(words) };
}

/** `service` is the address of the service, without `/rest`. */
function whereWords(location: string | undefined, service: string, url: string): string {
  if (location === undefined)
    return "redirected without a Location header: check --url and the proxy in front of the server";
  const [from, to] = [URL.parse(url), URL.parse(location, url)];
  if (from === null || to === null)
    return "redirected to a Location that is not a URL: check --url and the proxy in front of the server";
  // A query or a user name may be a secret.
  const led = to.origin + to.pathname;
  if (led === from.origin + from.pathname)
    return "redirected to itself: a proxy does not forward the request; set --url to the address of the server itself";
  const below = from.pathname.slice(URL.parse(service)?.pathname.replace(/\/$/, "").length);
  const path = to.pathname.replace(/\/$/, "");
  const other = to.origin + path.slice(0, -below.length);
  if (path.endsWith(below) && other !== service) return `redirected to ${led}: give --url ${other}`;
  const what = LOGIN.test(to.host + to.pathname)
    ? "that is a page for a login in a browser; give --url an address where the service takes user name and password"
    : "nothing of the service is there; check --url, which is that of the service, such as http://host/geoserver";
  return `redirected to ${led}: ${what}`;
}
