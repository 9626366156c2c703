/**
 * A small OGC server for tests: it stands before a catalog server, passes REST on, and answers as map services do, by
 * what the catalog says over REST and by faults that the test gives.
 */
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { callerOf, type Caller } from "./access.ts";
import { page, PageException, type Answer } from "./answer.ts";
import { readCatalog, type Catalog } from "./catalog.ts";
import { answerTo } from "./dispatch.ts";
import type { Faults } from "./faults.ts";
import { sendAnswer, type Lie } from "./lies.ts";
import { png, type Paint } from "./picture.ts";
import { questionOf, type Question } from "./question.ts";
import type { Scenery, Trait } from "./scene.ts";

/** An account that the map services know. */
export interface OgcAccount {
  readonly password: string;
  /** Those that the catalog has for it when absent. */
  readonly roles?: readonly string[];
}

/** How a server is started. */
export interface OgcOptions {
  /** The address of the catalog server. */
  readonly catalog: string;
  readonly administrator: { readonly user: string; readonly password: string };
  readonly accounts?: Record<string, OgcAccount>;
  readonly faults?: Faults;
  readonly traits?: Record<string, Trait>;
  /** Milliseconds, by `GetMap city:roads`, `city:roads`, `GetMap`, `wms` or `*`, in this order. */
  readonly delays?: Record<string, number>;
  /** Likewise. */
  readonly lies?: Record<string, Lie>;
  /** Reads the catalog anew only after `refresh` and after writes that pass through the server. */
  readonly keepsCatalog?: boolean;
}

/** A request as the server met it. */
export interface OgcRequest {
  readonly method: string;
  /** Below the prefix, with query. */
  readonly path: string;
  /** Undefined for what is passed on to REST. */
  readonly question: Question | undefined;
  readonly account: string | undefined;
  /** How many were under way when it came, with it. */
  readonly underWay: number;
  /** Until the answer was sent, or the connection ended; 0 before. */
  ms: number;
  status: number | undefined;
}

/** A server that runs. */
export interface OgcServer {
  /** With the prefix. */
  readonly url: string;
  readonly requests: readonly OgcRequest[];
  readonly accounts: Record<string, OgcAccount>;
  readonly faults: Faults;
  readonly traits: Record<string, Trait>;
  readonly delays: Record<string, number>;
  readonly lies: Record<string, Lie>;
  readonly refresh: () => void;
  /** As if it were started anew: lists of tiles then fail for what isolated workspaces hold. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

const PREFIX = "/geoserver";

/** All that answering needs. */
interface Running {
  readonly options: OgcOptions;
  readonly catalog: Catalog;
  readonly scenery: Scenery;
  readonly delays: Record<string, number>;
  readonly lies: Record<string, Lie>;
  readonly requests: OgcRequest[];
  readonly picture: (paint: Paint) => Buffer;
  /** Ends what waits. */
  readonly ending: AbortSignal;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Starts a server that ends with the test, if it is not closed before. */
export async function startOgcServer(options: OgcOptions): Promise<OgcServer> {
  const { catalog, administrator, faults = {}, traits = {} } = options;
  const { delays = {}, lies = {}, accounts = {} } = options;
  const scenery: Scenery = { faults, traits, isRestarted: false };
  const ending = new AbortController();
  const running: Running = {
    options: { ...options, accounts },
    catalog: readCatalog(catalog, basic(administrator.user, administrator.password)),
    scenery,
    delays,
    lies,
    requests: [],
    picture: keptPictures(),
    ending: ending.signal,
  };
  let underWay = 0;
  const server = createServer((incoming, response) => {
    underWay += 1;
    response.once("close", () => (underWay -= 1));
    void meet(running, { incoming, response, underWay });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => end(server, ending);
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${PREFIX}`;
  const { requests } = running;
  return {
    url,
    requests,
    accounts,
    faults,
    traits,
    delays,
    lies,
    refresh: running.catalog.forget,
    restart: () => {
      scenery.isRestarted = true;
    },
    close,
  };
}

async function end(server: Server, ending: AbortController): Promise<void> {
  ending.abort();
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

function keptPictures(): (paint: Paint) => Buffer {
  const kept = new Map<string, Buffer>();
  return (paint) => {
    const key = JSON.stringify(paint);
    const known = kept.get(key) ?? png(paint);
    kept.set(key, known);
    return known;
  };
}

interface Met {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly underWay: number;
}

/** Answers one request and notes it. */
async function meet(running: Running, { incoming, response, underWay }: Met): Promise<void> {
  const began = performance.now();
  const { method = "GET", url = "/" } = incoming;
  const path = url.startsWith(`${PREFIX}/`) ? url.slice(PREFIX.length) : "";
  const isRest = /^\/(?:gwc\/)?rest(?:\/|$)/.test(path);
  const question = isRest ? undefined : questionOf(method, path);
  const account = credentials(incoming)?.[0];
  const noted: OgcRequest = { method, path, question, account, underWay, ms: 0, status: undefined };
  running.requests.push(noted);
  response.once("close", () => {
    noted.ms = performance.now() - began;
    noted.status = response.headersSent ? response.statusCode : undefined;
  });
  if (isRest) {
    passOn(running, incoming, response);
    return;
  }
  try {
    const [delay, lie] = [chosen(running.delays, question), chosen(running.lies, question)];
    const answer = await answerOf(running, incoming, question);
    if (delay !== undefined) await pause(delay, undefined, { signal: running.ending });
    if (!response.destroyed) sendAnswer(response, answer, lie);
  } catch (error) {
    if (running.ending.aborted) return;
    response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
  }
}

/** What a test gave for a question: for its operation and its first name, one of both, its service, or all. */
function chosen<Value>(
  all: Readonly<Record<string, Value>>,
  question: Question | undefined,
): Value | undefined {
  if (question === undefined) return all["*"];
  const { operation, names, door = "", workspace } = question;
  const [first = ""] = names;
  const name = first.includes(":") || workspace === undefined ? first : `${workspace}:${first}`;
  return [`${operation} ${name}`, name, operation, door, "*"]
    .map((key) => all[key])
    .find((value) => value !== undefined);
}

function credentials(incoming: IncomingMessage): readonly [string, string] | undefined {
  const found = /^Basic (.*)$/i.exec(incoming.headers.authorization ?? "");
  if (found === null) return undefined;
  const text = Buffer.from(found[1] ?? "", "base64").toString();
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** Who calls; somebody with a wrong password is refused by all addresses. */
async function callerIn(running: Running, incoming: IncomingMessage): Promise<Caller> {
  const { administrator, accounts = {} } = running.options;
  const given = credentials(incoming);
  if (given === undefined) return callerOf(undefined, []);
  const [name, password] = given;
  if (name === administrator.user && password === administrator.password)
    return callerOf(name, ["ADMIN"]);
  const account = accounts[name];
  if (account === undefined || account.password !== password) throw new PageException(401);
  return callerOf(name, account.roles ?? (await running.catalog.roles(name)));
}

async function answerOf(
  running: Running,
  incoming: IncomingMessage,
  question: Question | undefined,
): Promise<Answer> {
  const { catalog, scenery, picture, options } = running;
  if (options.keepsCatalog !== true) catalog.forget();
  try {
    const caller = await callerIn(running, incoming);
    if (question === undefined) throw new PageException(404);
    const base = `http://${incoming.headers.host}${PREFIX}`;
    const access = await catalog.access();
    return await answerTo({ question, caller, access, catalog, scenery, base, picture });
  } catch (error) {
    if (error instanceof PageException) return page(error);
    throw error;
  }
}

/** Passes a request to the catalog as it is. */
function passOn(running: Running, incoming: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(running.options.catalog);
  const { method, headers } = incoming;
  const path = (incoming.url ?? "").slice(PREFIX.length);
  const onward = send({ hostname, port, method, path, headers }, (answer) => {
    if (method !== "GET" && method !== "HEAD") running.catalog.forget();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  incoming.pipe(onward);
}
