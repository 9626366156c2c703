/**
 * A stock server in memory, written by hand from what such servers are known to answer, with the
 * habits that hurt: nothing is conditional, lists and maps come in another order each time, styles
 * are written anew, passwords encrypted, refusals are pages of a servlet container.
 */
import type { IncomingHttpHeaders } from "node:http";
import { fastify, type FastifyInstance, type FastifyReply } from "fastify";
import { drawnLine } from "../support/servers/drawn-line.ts";
import { KEYSTORE_PASSWORD, PASSWORD, USER } from "../support/servers/catalog.ts";
import { authorise } from "./access.ts";
import { aboutRoutes } from "./about.ts";
import { accountRoutes } from "./accounts.ts";
import { blobStoreRoutes } from "./blob-stores.ts";
import type { Call } from "./call.ts";
import { cascadedLayerRoutes } from "./cascaded-layers.ts";
import { coverageRoutes } from "./coverages.ts";
import type { Answer } from "./documents.ts";
import { diskQuotaRoutes } from "./disk-quota.ts";
import { featureTypeRoutes } from "./feature-types.ts";
import { granuleRoutes } from "./granules.ts";
import { gridSetRoutes } from "./grid-sets.ts";
import { keystoreRoutes } from "./keystore.ts";
import { layerGroupRoutes } from "./layer-groups.ts";
import { layerRoutes } from "./layers.ts";
import { refusalAnswer, type Container } from "./container.ts";
import { refused } from "./recorded/recorded.ts";
import { ContainerRefusal, Refusal, RouteRefusal } from "./refusal.ts";
import { resourceRoutes } from "./resources.ts";
import { routing } from "./routing.ts";
import { ruleRoutes } from "./rules.ts";
import { lineHabits, type StockLine } from "./lines.ts";
import { loggingRoutes } from "./logging.ts";
import { addServices, serviceRoutes } from "./services.ts";
import { newSettings, settingsRoutes } from "./settings.ts";
import { freshState, RECORDED_MODULES, type State, type StockModule } from "./state.ts";
import { storeRoutes } from "./stores.ts";
import { styleRoutes } from "./styles.ts";
import { templateRoutes } from "./templates.ts";
import { tileLayerRoutes } from "./tile-layers.ts";
import { urlCheckRoutes } from "./url-checks.ts";
import { workspaceRoutes } from "./workspaces.ts";

/** A request as the server takes it. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Pick<IncomingHttpHeaders, "accept" | "authorization" | "content-type" | "host">;
  readonly body: unknown;
}

/** The server, and what it holds for tests to look at. */
export interface StockServer {
  readonly app: FastifyInstance;
  /** Answers a request without HTTP, which costs half. */
  readonly ask: (asked: Asked) => Promise<Answer>;
  readonly state: State;
}

export interface StockOptions {
  readonly seed?: number;
  /** The line that it is of: one that is drawn by the name of the test where nothing is said. */
  readonly line?: StockLine;
  /** Whether it refuses paths as default installations do: what the line does where nothing is said. */
  readonly firewall?: boolean;
  /** Elements that it keeps beside those of today's versions. */
  readonly learned?: readonly string[];
  /** Modules that it has: those of the recorded servers where nothing is said. */
  readonly modules?: readonly StockModule[];
  /** Tables by database, of those databases of which it is known; of others every table is there. */
  readonly tables?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The servlet container that it runs in: that of the recorded server of the line where nothing is said. */
  readonly container?: Container;
  /**
   * Whether refusals of the tile cache come with 500: GeoServer and the cache each bring a handler of them, and
   * which is asked first follows from the order in which the container finds their libraries.
   */
  readonly cacheFails?: boolean;
}

const route = routing([
  ...aboutRoutes,
  ...resourceRoutes,
  ...ruleRoutes,
  ...keystoreRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...storeRoutes,
  ...featureTypeRoutes,
  ...granuleRoutes,
  ...coverageRoutes,
  ...cascadedLayerRoutes,
  ...styleRoutes,
  ...layerRoutes,
  ...layerGroupRoutes,
  ...tileLayerRoutes,
  ...urlCheckRoutes,
  ...templateRoutes,
  ...loggingRoutes,
  ...serviceRoutes,
  ...gridSetRoutes,
  ...blobStoreRoutes,
  ...diskQuotaRoutes,
  ...settingsRoutes,
]);

/** Makes one; `app.inject` and `app.listen` both work. */
export function stockServer(options: StockOptions = {}): StockServer {
  const { seed = 1, learned = [], tables = new Map(), line = drawnLine() } = options;
  const { modules = RECORDED_MODULES, cacheFails = false } = options;
  const habits = lineHabits[line];
  const { firewall = habits.firewall, container = habits.container } = options;
  const administrator = { user: USER, password: PASSWORD };
  const state = freshState({
    seed,
    learned,
    modules: new Set(modules),
    tables,
    habits,
    administrator,
    keystorePassword: KEYSTORE_PASSWORD,
  });
  addServices(state);
  for (const [name, inside] of newSettings()) state.settings.set(name, inside);
  const app = fastify({ bodyLimit: 2 ** 30 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  // One request after the other: such servers have one lock for their configuration.
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (asked: Asked) => {
    const mine = turn.then(() => answer(state, asked, { firewall, container }));
    turn = mine.catch(() => undefined);
    return mine;
  };
  app.all("/*", async (request, reply) => {
    const given = await ask(request);
    const isRefused = given.status >= 400 && given.type?.startsWith("text/plain") === true;
    const fails = cacheFails && isRefused && /^(?:\/geoserver)?\/gwc\//.test(request.url);
    return send(reply, fails ? { ...given, status: 500 } : given);
  });
  return { app, ask, state };
}

async function send(reply: FastifyReply, { status, type, body, headers = {} }: Answer) {
  if (type !== undefined) void reply.header("content-type", type);
  void reply.code(status).headers(headers);
  // What has no type has no content either, and a framework would make up a type for an empty text.
  return type === undefined && body.length === 0 ? reply.send() : reply.send(Buffer.from(body));
}

interface Surroundings {
  readonly firewall: boolean;
  readonly container: Container;
}

async function answer(state: State, request: Asked, around: Surroundings): Promise<Answer> {
  try {
    const call = callOf(state, request, around);
    return await call.handler(call);
  } catch (error) {
    const { pathname, searchParams } = new URL(request.url, "http://h");
    // The tile cache does not know of it.
    const isQuiet =
      searchParams.get("quietOnNotFound") === "true" && !/^(?:\/geoserver)?\/gwc\//.test(pathname);
    const path = `/geoserver${pathname.replace(/^\/geoserver/, "").replace(/\.[^./]*$/, "")}`;
    const { container } = around;
    const isJson = request.headers.accept === "application/json";
    const { habits } = state;
    return refusalAnswer(error, {
      method: request.method,
      path,
      container,
      habits,
      isQuiet,
      isJson,
    });
  }
}

function callOf(state: State, request: Asked, { firewall, container }: Surroundings) {
  const url = new URL(request.url, "http://h");
  const asked = url.pathname.replace(/^(?:\/geoserver)?(?:\/rest|(?=\/gwc\/))/, "");
  refuseAddress(asked, { firewall, container });
  const { tidiesPaths } = state.habits;
  const path = tidiesPaths ? asked.replaceAll(/\/+(?=\/|$)/g, "") : asked;
  const { headers } = request;
  authorise(state, headers.authorization, { method: request.method, path });
  const match = route(request.method, path);
  const { suffix = "xml" } = match;
  if (state.habits.formsBySuffix && request.method === "GET" && !FORMS.has(suffix))
    throw new RouteRefusal(406, "Not Acceptable");
  const accept = headers.accept ?? "*/*";
  const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
  return {
    ...match,
    state,
    container,
    method: request.method,
    base: `http://${headers.host ?? "localhost"}${url.pathname.startsWith("/geoserver") ? "/geoserver" : ""}/rest`,
    query: Object.fromEntries(url.searchParams),
    accept,
    format: formatOf(match.suffix, accept),
    contentType: headers["content-type"] ?? "",
    body,
  } satisfies Call & { handler: unknown };
}

/** Suffixes that name a form of a document, where that decides. */
const FORMS = new Set(["xml", "json", "html", "sld", "css", "ysld", "mbstyle", "zip", "ftl"]);

function refuseAddress(path: string, { firewall, container }: Surroundings): void {
  if (container === "jetty" && /%25|%2f/i.test(path))
    throw refused("DELETE rule on requests: encoded twice");
  if (firewall && /%2f/i.test(path))
    throw new Refusal(400, "Invalid URI: [The encoded slash character is not allowed]");
  const [malicious] = firewall ? (/;|%25|%5c|\\|%00|%2e/i.exec(path) ?? []) : [];
  if (malicious === undefined) return;
  const what = `the URL contained a potentially malicious String "${malicious}"`;
  throw new ContainerRefusal(500, `The request was rejected because ${what}`);
}

function formatOf(suffix: string | undefined, accept: string): "xml" | "json" {
  if (suffix === "xml" || suffix === "json") return suffix;
  const wantsXml = accept.includes("application/xml") && !accept.includes("json");
  return wantsXml ? "xml" : "json";
}
