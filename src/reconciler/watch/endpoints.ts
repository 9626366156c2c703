/**
 * Endpoints of a watch: status, waiting plans, requests for a pass, approvals and the console. The page files hold
 * no data and need no token. Without a token nothing can be approved: an approval can run a
 * destructive plan, and any account of this machine could give it.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler, FastifyReply } from "fastify";
import { refusalDocument, startEndpoints, type Endpoints } from "../../endpoints/listen.ts";
import { FORMAT_VERSION } from "../../model/format-version.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import type { Metrics } from "./metrics.ts";
import type { WatchState } from "./pass-end.ts";
import { readinessOf, statusDocument } from "./status.ts";
import { CONSOLE_POLICY, pagePolicy } from "../../model/page-policy.ts";
import type { Approving } from "../inventory/approvals.ts";
import { scriptHash, styleHash } from "../report/page/assets.js";

export interface WatchEndpointOptions {
  /** Loopback when absent. */
  readonly host?: string | undefined;
  /** 0 takes a free port. */
  readonly port: number;
  readonly state: () => WatchState;
  readonly onReconcile: () => void;
  readonly metrics: Pick<Metrics, "expose" | "contentType">;
  /**
   * Without it, approvals are refused, and `/status.json` and `/reconcile` answer only this
   * machine.
   */
  readonly token?: Secret | undefined;
  readonly approve: Approve;
  /** The report page of the waiting plan with the digest. */
  readonly pageOf: (digest: string) => Promise<string | undefined>;
  readonly findFile: FindPageFile;
}

/** Starts to listen. Rejects with EndpointsError. */
export function startWatchEndpoints(options: WatchEndpointOptions): Promise<Endpoints> {
  const { host, port, state, metrics } = options;
  const addPages = (app: FastifyInstance) => installPages(app, options);
  return startEndpoints({ host, port, readiness: () => readinessOf(state()), metrics, addPages });
}

function installPages(
  app: FastifyInstance,
  { state, onReconcile, token, approve, pageOf, findFile }: WatchEndpointOptions,
): void {
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const refused = refusalOf(request, token);
    if (refused === undefined) done();
    else reply.code(refused.status).headers(refused.headers).send(refused.body);
  };
  app.get("/status.json", { onRequest }, () => statusDocument(state()));
  app.get<{ Params: { digest: string } }>(
    "/plans/:digest",
    { onRequest },
    async ({ params }, reply) => {
      const page = await pageOf(params.digest);
      if (page === undefined) return reply.code(404).send(refusalDocument(refusals.unknown[1]));
      const policy = { "content-security-policy": "sandbox allow-scripts" };
      return reply
        .headers({ "cache-control": "no-store", ...policy })
        .type("text/html; charset=utf-8")
        .send(page);
    },
  );
  app.post("/reconcile", { onRequest }, (_request, reply) => {
    onReconcile();
    return reply.code(202).send({ format_version: FORMAT_VERSION, accepted: true });
  });
  installConsole(app, findFile);
  const withToken: onRequestHookHandler =
    token === undefined
      ? (_request, reply) => void reply.code(403).send(refusalDocument(NEEDS_TOKEN))
      : onRequest;
  installApprovals(app, approve, withToken);
}

const NEEDS_TOKEN =
  "Approving needs a token: start the watch with --endpoints-token-file, or run plumbline approve";

function refusalOf(request: FastifyRequest, token: Secret | undefined) {
  if (token === undefined) {
    if (isFromHere(request)) return undefined;
    const body = refusalDocument("Without a token only this machine may ask");
    return { status: 403, headers: {}, body };
  }
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (given !== undefined && isSame(given, reveal(token))) return undefined;
  const headers = { "www-authenticate": 'Bearer realm="plumbline"' };
  return { status: 401, headers, body: refusalDocument("The token is missing or wrong") };
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Whether a local program sent the request: no proxy, no browser page, and a loopback host name.
 */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = ["forwarded", "x-forwarded-for", "via", "x-real-ip"].some(
    (name) => headers[name] !== undefined,
  );
  const isPage = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  return isLoopback(ip) && !isForwarded && !isPage && isLoopbackName(headers.host ?? "");
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === "::1";
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replaceAll(/[[\]]/g, "");
  return name === "localhost" || (isIP(name) !== 0 && isLoopback(name));
}

interface PageFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

type FindPageFile = (name: string) => PageFile | undefined;

const INDEX = "watch.html";

/** The page of the watch frames report pages, which inherit its policy, so it allows their parts. */
const INDEX_POLICY = pagePolicy(`'self' '${styleHash}'`, `'self' '${scriptHash}'`);

function installConsole(app: FastifyInstance, find: FindPageFile): void {
  app.get("/console", (_request, reply) => reply.redirect("console/"));
  app.get("/console/", (_request, reply) => send(reply, find(INDEX), INDEX_POLICY));
  app.get<{ Params: { file: string } }>("/console/:file", (request, reply) =>
    send(reply, find(request.params.file)),
  );
}

function send(
  reply: FastifyReply,
  file: PageFile | undefined,
  policy = CONSOLE_POLICY,
): FastifyReply {
  if (file === undefined) return reply.code(404).send(refusalDocument("There is no such page"));
  return reply
    .headers({ "content-security-policy": policy, "x-frame-options": "DENY" })
    .type(file.contentType)
    .send(file.body);
}

type Approve = (digest: string, by: string) => Promise<Approving>;

const refusals = {
  unknown: [404, "No plan of this digest waits: manifests or catalog have moved on"],
  ambiguous: [409, "Several plans that wait begin with these digits"],
  "not-liftable": [409, "This plan is stopped by something that cannot be approved"],
} as const;

const AGAIN = "approve again once the watch reaches the server";

/** Adds `POST /approvals/DIGEST`, for clients with the token. */
function installApprovals(
  app: FastifyInstance,
  approve: Approve,
  onRequest: onRequestHookHandler,
): void {
  app.post<{ Params: { digest: string } }>(
    "/approvals/:digest",
    { onRequest },
    async ({ params, ip }, reply) => {
      const result = await approve(params.digest, `token@${ip}`).catch((error: Error) => error);
      if (result instanceof Error) {
        const message = `The approval could not be kept: ${result.message}; ${AGAIN}`;
        return reply.code(503).send(refusalDocument(message));
      }
      if ("refused" in result) {
        const [status, message] = refusals[result.refused];
        return reply.code(status).send(refusalDocument(message));
      }
      return { format_version: FORMAT_VERSION, approved: result.request };
    },
  );
}
