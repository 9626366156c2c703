/**
 * A stock server in memory, written by hand from what such servers are known to answer, with the
 * habits that hurt: nothing is conditional, lists and maps come in another order each time, styles
 * are written anew, passwords encrypted, refusals are pages of a servlet container.
 */
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { KEYSTORE_PASSWORD, PASSWORD, USER } from "../support/catalog.ts";
import { authorise } from "./access.ts";
import { aboutRoutes } from "./about.ts";
import { accountRoutes } from "./accounts.ts";
import type { Call } from "./call.ts";
import { coverageStoreRoutes } from "./coverage-stores.ts";
import { coverageRoutes } from "./coverages.ts";
import { dataStoreRoutes } from "./data-stores.ts";
import type { Answer } from "./documents.ts";
import { featureTypeRoutes } from "./feature-types.ts";
import { granuleRoutes } from "./granules.ts";
import { keystoreRoutes } from "./keystore.ts";
import { layerGroupRoutes } from "./layer-groups.ts";
import { layerRoutes } from "./layers.ts";
import { Refusal } from "./refusal.ts";
import { resourceRoutes } from "./resources.ts";
import { routing } from "./routing.ts";
import { ruleRoutes } from "./rules.ts";
import { freshState, type State } from "./state.ts";
import { styleRoutes } from "./styles.ts";
import { workspaceRoutes } from "./workspaces.ts";
import { escape } from "./xml-tree.ts";

/** The server, and what it holds for tests to look at. */
export interface StockServer {
  readonly app: FastifyInstance;
  readonly state: State;
}

/** How the server is set up. */
export interface StockOptions {
  readonly seed?: number;
  /** Set to refuse paths as default installations do. */
  readonly firewall?: boolean;
  /** Elements that it keeps beside those of today's versions. */
  readonly learned?: readonly string[];
}

const route = routing([
  ...aboutRoutes,
  ...resourceRoutes,
  ...ruleRoutes,
  ...keystoreRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...dataStoreRoutes,
  ...featureTypeRoutes,
  ...coverageStoreRoutes,
  ...granuleRoutes,
  ...coverageRoutes,
  ...styleRoutes,
  ...layerRoutes,
  ...layerGroupRoutes,
]);

/** Makes one; `app.inject` and `app.listen` both work. */
export function stockServer(options: StockOptions = {}): StockServer {
  const { seed = 1, firewall = false, learned = [] } = options;
  const administrator = { user: USER, password: PASSWORD };
  const state = freshState({
    seed,
    learned,
    administrator,
    keystorePassword: KEYSTORE_PASSWORD,
  });
  const app = fastify({ bodyLimit: 2 ** 30 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  // One request after the other: such servers have one lock for their configuration.
  let turn: Promise<unknown> = Promise.resolve();
  app.all("/*", (request, reply) => {
    const mine = turn.then(() => answer(state, request, firewall));
    turn = mine.catch(() => undefined);
    return mine.then((given) => send(reply, given));
  });
  return { app, state };
}

async function send(reply: FastifyReply, { status, type, body, headers = {} }: Answer) {
  if (type !== undefined) void reply.header("content-type", type);
  return reply
    .code(status)
    .headers(headers)
    .send(typeof body === "string" ? body : Buffer.from(body));
}

async function answer(state: State, request: FastifyRequest, firewall: boolean): Promise<Answer> {
  try {
    const call = callOf(state, request, firewall);
    return await call.handler(call);
  } catch (error) {
    const isQuiet = new URL(request.url, "http://h").searchParams.get("quietOnNotFound") === "true";
    return refusalOf(error, isQuiet);
  }
}

function callOf(state: State, request: FastifyRequest, firewall: boolean) {
  const url = new URL(request.url, "http://h");
  const path = url.pathname.replace(/^(?:\/geoserver)?\/rest/, "");
  if (firewall && /;|%25|%2f|%5c|\\|%00|%2e/i.test(path))
    throw new Refusal(
      500,
      "The request was rejected because the URL contained a potentially malicious String",
    );
  const { headers } = request;
  authorise(state, headers.authorization, { method: request.method, path });
  const match = route(request.method, path);
  const accept = headers.accept ?? "*/*";
  const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
  return {
    ...match,
    state,
    method: request.method,
    base: `http://${headers.host ?? "localhost"}${url.pathname.startsWith("/geoserver") ? "/geoserver" : ""}/rest`,
    query: Object.fromEntries(url.searchParams),
    accept,
    format: formatOf(match.suffix, accept),
    contentType: headers["content-type"] ?? "",
    body,
  } satisfies Call & { handler: unknown };
}

function formatOf(suffix: string | undefined, accept: string): "xml" | "json" {
  if (suffix === "xml" || suffix === "json") return suffix;
  const wantsXml = accept.includes("application/xml") && !accept.includes("json");
  return wantsXml ? "xml" : "json";
}

/** What is missing and what breaks is told in plain text, other refusals by the container's page. */
function refusalOf(error: unknown, isQuiet: boolean): Answer {
  if (!(error instanceof Refusal))
    return { status: 500, type: "text/plain", body: (error as Error).message };
  const { status, message, headers } = error;
  if (status === 404 && message !== "")
    return { status, type: "text/plain", body: isQuiet ? "" : message, headers };
  if (status >= 500) return { status, type: "text/plain", body: message, headers };
  const body = `<!doctype html><html lang="en"><head><title>HTTP Status ${status}</title></head><body><h1>HTTP Status ${status}</h1><hr class="line" /><p><b>Type</b> Status Report</p><p><b>Message</b> ${escape(message)}</p><hr class="line" /><h3>Apache Tomcat/9.0.85</h3></body></html>`;
  return { status, type: "text/html;charset=utf-8", body, headers };
}
