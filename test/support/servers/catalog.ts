/** Catalog servers for tests: in process, each on a folder of its own. */
import type { FastifyInstance, InjectOptions } from "fastify";
import { onTestFinished } from "vitest";
import type { DerivationCosts } from "../../../src/model/derivation.ts";
import type { DialectLine, DialectName } from "../../../src/model/dialect.ts";
import { secret } from "../../../src/model/secret.ts";
import { detectServer } from "../../../src/reconciler/client/profile.ts";
import { catalogInventory } from "../../../src/reconciler/inventory/store.ts";
import { bodyStore, type BodyStore } from "../../../src/reconciler/manifest/artefacts.ts";
import type { Connection } from "../../../src/reconciler/estate.ts";
import { openCatalogServer } from "../../../src/server/open.ts";
import type { KeystoreSettings, OpenOptions, OpenServer } from "../../../src/server/options.ts";
import { servicePath } from "../../../src/wire/paths.ts";
import {
  pathWithQuery,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../../src/wire/request.ts";
import { temporaryFolder } from "../run/folders.ts";
import { cutting } from "./no-answer.ts";
import { sharedPlaceIn } from "../databases/postgres-catalogs.ts";
import { sharedWorkers } from "./shared-workers.ts";

/** The administrator of every test catalog. */
export const USER = "admin";
export const PASSWORD = "a password for tests";
export const AUTHORIZATION = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;

/** The keystore password of every test catalog. */
export const KEYSTORE_PASSWORD = "a keystore password for tests";
export const KEYSTORE = { password: secret(KEYSTORE_PASSWORD) };

/** Hashes and keys are derived in no time. */
const cheap = { memory: 64, passes: 1, parallelism: 1 };
export const CHEAP_COSTS: DerivationCosts = { account: cheap, keystore: cheap };

/** A request that went over the wire, and what came back. */
export interface Exchange {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** A catalog server under test. */
export interface TestCatalog {
  readonly app: FastifyInstance;
  readonly folder: string;
  /** What the start reported of the folder. */
  readonly remarks: readonly string[];
  readonly readiness: OpenServer["readiness"];
  readonly close: () => Promise<void>;
}

/** Opens a server on a folder, for tests that close it themselves; hashes cost little. */
export function openTestServer(folder: string, options: Partial<OpenOptions>): Promise<OpenServer> {
  return openCatalogServer({
    folder,
    shared: sharedPlaceIn(folder),
    dialect: "documented",
    administrator: { user: USER, password: secret(PASSWORD) },
    keystore: KEYSTORE,
    costs: CHEAP_COSTS,
    openWorkers: sharedWorkers,
    version: "0.0.0-test",
    ...options,
    // A busy machine refuses nobody, unless the bound is the subject.
    limits: { turnMs: 60_000, ...options.limits },
  });
}

/** Starts a catalog that is closed when the test ends. */
export async function startCatalog(
  options: {
    dialect?: DialectName;
    line?: DialectLine;
    folder?: string;
    properties?: ReadonlyMap<string, string>;
    keystore?: KeystoreSettings;
    costs?: DerivationCosts;
    logger?: OpenOptions["logger"];
    clock?: () => number;
    now?: () => string;
    acceptsOlderCatalog?: boolean;
    limits?: OpenOptions["limits"];
    trustedProxies?: readonly string[];
    publicUrl?: string;
    certificate?: OpenOptions["certificate"];
  } = {},
): Promise<TestCatalog> {
  const folder = options.folder ?? temporaryFolder();
  const {
    app,
    notices: remarks,
    readiness,
    close,
  } = await openTestServer(folder, {
    ...options,
    folder,
    keystore: { ...KEYSTORE, ...options.keystore },
  });
  let open = true;
  const closeOnce = async () => {
    if (open) await close();
    open = false;
  };
  onTestFinished(closeOnce);
  return { app, folder, remarks, readiness, close: closeOnce };
}

/** Starts a catalog that listens on a free port, for clients that are processes of their own. */
export async function listenCatalog(dialect: DialectName = "documented"): Promise<string> {
  const { app } = await startCatalog({ dialect });
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const NO_ANSWER: WireResponse = { status: 0, headers: {}, body: new Uint8Array() };

/** Sends requests straight into a server, recording them. */
function injectTransport(app: FastifyInstance, bodies: BodyStore, log: Exchange[] = []): Transport {
  return async (request) => {
    // In the order in which requests begin; several may be under way.
    const entry: { request: WireRequest; response: WireResponse } = {
      request,
      response: NO_ANSWER,
    };
    log.push(entry);
    const { method, mediaType, headers, body } = request;
    const options: InjectOptions = {
      method,
      url: servicePath(pathWithQuery(request)),
      headers: {
        authorization: AUTHORIZATION,
        ...(mediaType === undefined ? {} : { "content-type": mediaType }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: Buffer.from(await bodies.load(body)) }),
    };
    const answer = await app.inject(options);
    entry.response = {
      status: answer.statusCode,
      headers: answer.headers as WireResponse["headers"],
      body: answer.rawPayload,
    };
    return entry.response;
  };
}

/** A connection for reconciling against a test catalog, with everything that was sent. */
export interface TestConnection extends Connection {
  readonly send: Transport;
  readonly log: Exchange[];
}

/** Connects to a catalog for one estate; `wrap` may answer in the server's place. */
export async function connectTo(
  app: FastifyInstance,
  estate = "test",
  wrap: (real: Transport) => Transport = (real) => real,
): Promise<TestConnection> {
  const bodies = bodyStore();
  const log: Exchange[] = [];
  const send = cutting(wrap(injectTransport(app, bodies, log)));
  const server = await detectServer(send);
  const inventory = catalogInventory(estate, { read: send, send, wait: async () => {} }, 0);
  return { read: send, send, server, account: USER, bodies, log, inventory };
}

/** Whether a request is for the state of an estate, and not for the catalog. */
export function isBookkeeping({ path }: Pick<WireRequest, "path">): boolean {
  return path.startsWith("/resource/plumbline/");
}

/** Writing requests of a log; bookkeeping apart from the catalog's. */
export function writesIn(log: readonly Exchange[]): {
  catalog: readonly Exchange[];
  bookkeeping: readonly Exchange[];
} {
  const writes = log.filter(({ request }) => request.method !== "GET" && request.method !== "HEAD");
  return {
    catalog: writes.filter(({ request }) => !isBookkeeping(request)),
    bookkeeping: writes.filter(({ request }) => isBookkeeping(request)),
  };
}
