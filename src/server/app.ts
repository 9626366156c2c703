/** The catalog server as a Fastify instance that does not listen. `cli/` handles the process. */
import accepts from "@fastify/accepts";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { DerivationCost } from "../model/derivation.ts";
import { http, type HttpLimits } from "../model/limits.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { laidOut, withEntriesLaidOut } from "../wire/xml-layout.ts";
import { figuresOf } from "./figures.ts";
import { consoleFiles } from "./console-files.ts";
import type { Dialect } from "./catalog/dialect.ts";
import { policySource } from "./catalog/policy.ts";
import type { SampleDocuments } from "./catalog/document-schema.ts";
import { harvestsInMemory, type HarvestReports } from "./catalog/harvest-log.ts";
import type { Keystore } from "./catalog/keystore.ts";
import type { MosaicFiles } from "./catalog/mosaic-files.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";
import { openMosaics } from "./mosaic-context.ts";
import { openParsing } from "./parsing/pool.ts";
import { openTranslations } from "./parsing/translations.ts";
import type { ServerContext } from "./context.ts";
import { accessLog } from "./plugins/access-log.ts";
import { trustedProxies } from "./front/address.ts";
import { openFront, type Certificate, type Front } from "./front/front.ts";
import { installAdmission } from "./plugins/admission.ts";
import { installAnswers } from "./plugins/answers.ts";
import { installAuth } from "./plugins/auth.ts";
import { installAuthorisation } from "./plugins/authorisation.ts";
import { installBodies } from "./plugins/bodies.ts";
import { installBrowserHeaders } from "./plugins/browser-headers.ts";
import { installDrain } from "./plugins/drain.ts";
import { installErrors, sendUnroutable } from "./plugins/errors.ts";
import { installKeptAnswers } from "./plugins/kept-answers.ts";
import { knownLogins } from "./plugins/known-logins.ts";
import { installHeaderNames } from "./plugins/header-names.ts";
import { hashLimit } from "./plugins/login-limits.ts";
import { installListening } from "./plugins/listening.ts";
import { oddMethods } from "./plugins/odd-methods.ts";
import { DOCS, installOpenApi, openApiRoutes } from "./plugins/openapi.ts";
import { hashPassword } from "./plugins/password.ts";
import { installReadOnly } from "./plugins/read-only.ts";
import { installRefusedLogins } from "./plugins/refused-logins.ts";
import { installSameOrigin } from "./plugins/same-origin.ts";
import type { Staging } from "./plugins/staging.ts";
import { installSessions } from "./plugins/sessions.ts";
import { installLayout } from "./plugins/layout.ts";
import { installStockAnswers } from "./plugins/stock-answers.ts";
import { rewriteUrlFor } from "./plugins/url.ts";
import { aboutRoutes } from "./routes/about.ts";
import { accessRulesRoutes } from "./routes/access-rules.ts";
import { accountGroupRoutes } from "./routes/account-group.ts";
import { accountRoutes } from "./routes/account.ts";
import { appSchemaRoutes } from "./routes/app-schema.ts";
import { cascadedLayerRoutes } from "./routes/cascaded-layer.ts";
import { auditRoutes } from "./routes/audit.ts";
import { cacheObjectRoutes } from "./routes/cache-objects.ts";
import { catalogModeRoutes } from "./routes/catalog-mode.ts";
import { CONSOLE, consoleRoutes } from "./routes/console.ts";
import { coverageRoutes } from "./routes/coverage.ts";
import { coverageStoreRoutes } from "./routes/coverage-store.ts";
import { diskQuotaRoutes } from "./routes/disk-quota.ts";
import { documentSchemaRoutes } from "./routes/document-schema.ts";
import { digestRoutes } from "./routes/digest.ts";
import { featureTypeRoutes } from "./routes/feature-type.ts";
import { fontRoutes } from "./routes/font.ts";
import { granuleRoutes } from "./routes/granule.ts";
import { harvestRoutes } from "./routes/harvest.ts";
import { keystoreRoutes } from "./routes/keystore.ts";
import { layerGroupRoutes } from "./routes/layer-group.ts";
import { layerRoutes } from "./routes/layer.ts";
import { mosaicRoutes } from "./routes/mosaic.ts";
import { namespaceRoutes } from "./routes/namespace.ts";
import { ownPasswordRoutes } from "./routes/own-password.ts";
import { plainRoutes } from "./routes/plain.ts";
import { reloadRoutes } from "./routes/reload.ts";
import { resetRoutes } from "./routes/reset.ts";
import { resourceRoutes } from "./routes/resource.ts";
import { roleRoutes } from "./routes/role.ts";
import { rootRoutes } from "./routes/root.ts";
import { serviceRoutes } from "./routes/service.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { storeRoutes } from "./routes/stores.ts";
import { styleRoutes } from "./routes/style.ts";
import { templateRoutes } from "./routes/template.ts";
import { workspaceRoutes } from "./routes/workspace.ts";
import { massTruncateRoutes } from "./routes/mass-truncate.ts";
import { tileCacheReloadRoutes } from "./routes/tile-cache-reload.ts";
import { tileLayerRoutes } from "./routes/tile-layer.ts";
import { readSystem } from "./system.ts";
import type { OpenWorkers } from "./workers/pool.ts";
import { withoutEnd } from "../model/trim.ts";

export interface ServerOptions {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  readonly keystore: Keystore;
  readonly isKeystoreReadable: boolean;
  readonly hashCost: DerivationCost;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly sample: SampleDocuments;
  readonly version: string;
  /** Buffers large request bodies. */
  readonly staging: Staging;
  readonly mosaicFiles: MosaicFiles;
  /** In memory by default. */
  readonly harvests?: HarvestReports | undefined;
  /** Marks the tables that the server makes in databases of users. */
  readonly catalogId: string;
  /** Opens no database of users, and keeps mosaic indexes in the catalog. */
  readonly isClosed?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** By default the server has its own. */
  readonly openWorkers?: OpenWorkers | undefined;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Monotonic milliseconds. */
  readonly clock?: (() => number) | undefined;
  /** ISO 8601; the system's clock by default. */
  readonly now?: (() => string) | undefined;
  /** Replaces default limits. */
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Proxies (addresses and networks) whose forwarding headers are trusted; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Base URL for links; by default the one that the request names. */
  readonly publicUrl?: string | undefined;
  /** Turns TLS on. */
  readonly certificate?: Certificate | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Throws when the parts of the certificate do not fit together. */
    readonly renewCertificate: (certificate: Certificate) => void;
  }
}

/** The router counts characters, names are limited in bytes. */
const PARAMETER_CHARACTERS = 4 * http.nameBytes;

/** The caller closes the catalog. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = { ...http, ...options.limits };
  const { publicUrl } = options;
  const { app, front } = openApp(options, limits);
  const { mosaicFiles, catalogId: mark, isClosed, openWorkers } = options;
  const { harvests = harvestsInMemory() } = options;
  const { unseal } = options.keystore;
  const parsing = openParsing(openWorkers);
  const mosaics = openMosaics({ mosaicFiles, harvests, mark, unseal, isClosed, openWorkers });
  app.addHook("onClose", async () => {
    await parsing.close();
    await mosaics.close();
  });
  const { catalog, dialect, keystore, isKeystoreReadable, hashCost, properties } = options;
  const { sample, version } = options;
  const { clock = () => performance.now(), now = () => new Date().toISOString() } = options;
  const hashing = hashLimit();
  const context: ServerContext = {
    catalog,
    parsing,
    seal: keystore.seal,
    keystore,
    isKeystoreReadable,
    hashPassword: (password) => hashing.run("", () => hashPassword(password, hashCost)),
    properties,
    sample,
    version,
    translate: openTranslations(parsing),
    ...mosaics,
    metrics: readSystem,
    dialect,
    policyOf: policySource(),
  };
  const checkMethod = oddMethods(app);
  installAnswers(app);
  const known = knownLogins(catalog);
  const { isLast } = front;
  const keepAnswers = installKeptAnswers(app, { ...limits, catalog, known, isLast });
  installHeaderNames(app);
  app.decorate("publicUrl", publicUrl === undefined ? undefined : withoutEnd(publicUrl, "/"));
  app.decorate("emptiesNulls", !dialect.nullsClear);
  app.decorate("renewCertificate", front.renew);
  app.decorate("figures", figuresOf(app, { ...options, front, hashing }));
  installErrors(app, dialect);
  installLayout(app, dialect.name === "geoserver" ? laidOut : withEntriesLaidOut);
  if (dialect.name === "geoserver") installStockAnswers(app, dialect);
  installBrowserHeaders(app, { docs: DOCS, console: CONSOLE });
  installListening(app, front);
  installDrain(app, front, limits);
  const { arrivals } = front;
  const recognise = installAdmission(app, { known, limits, arrivals });
  installRefusedLogins(app);
  installBodies(app, options.staging, limits);
  await app.register(accepts);
  installSessions(app, { catalog, catalogId: mark, now });
  await installAuth(app, { catalog, clock, withinLimit: hashing.run, hashCost, known });
  app.addHook("onRequest", recognise);
  installSameOrigin(app, publicUrl);
  await installOpenApi(app, { version, dialect: dialect.name, line: dialect.line });
  installAuthorisation(app, catalog, { policyOf: context.policyOf, ...dialect });
  if (options.isReadOnly === true) installReadOnly(app);
  app.addHook("onRequest", checkMethod);
  keepAnswers();
  await registerRoutes(app, context);
  return app;
}

async function registerRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  rootRoutes(app);
  consoleRoutes(app, consoleFiles());
  await app.register(
    async (rest) => {
      openApiRoutes(rest);
      for (const register of nouns) register(rest, context);
    },
    { prefix: "/rest" },
  );
  for (const register of tileCacheNouns) register(app, context);
}

function openApp(
  { logger, certificate, dialect, trustedProxies: proxies = [] }: ServerOptions,
  limits: HttpLimits,
): { readonly app: FastifyInstance; readonly front: Front } {
  const isTrusted = trustedProxies(proxies);
  const front = openFront({ limits, isTrusted, certificate });
  const app = fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: accessLog(),
    rewriteUrl: rewriteUrlFor(dialect),
    frameworkErrors: sendUnroutable,
    bodyLimit: http.documentBytes,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS, ignoreTrailingSlash: true },
    ...(proxies.length === 0 ? {} : { trustProxy: (address: string) => isTrusted(address) }),
    serverFactory: front.createServer,
    // The front answers what is not HTTP.
    clientErrorHandler: () => undefined,
    // The front also refuses requests that arrive during shutdown.
    return503OnClosing: false,
  });
  return { app, front };
}

const nouns = [
  aboutRoutes,
  workspaceRoutes,
  namespaceRoutes,
  storeRoutes,
  appSchemaRoutes,
  documentSchemaRoutes,
  featureTypeRoutes,
  coverageStoreRoutes,
  mosaicRoutes,
  coverageRoutes,
  granuleRoutes,
  harvestRoutes,
  cascadedLayerRoutes,
  resetRoutes,
  layerRoutes,
  layerGroupRoutes,
  styleRoutes,
  fontRoutes,
  templateRoutes,
  accessRulesRoutes,
  catalogModeRoutes,
  auditRoutes,
  keystoreRoutes,
  ownPasswordRoutes,
  accountRoutes,
  accountGroupRoutes,
  roleRoutes,
  plainRoutes,
  resourceRoutes,
  serviceRoutes,
  settingsRoutes,
  reloadRoutes,
  digestRoutes,
];

const tileCacheNouns: readonly ((app: FastifyInstance, context: ServerContext) => void)[] = [
  massTruncateRoutes,
  cacheObjectRoutes,
  diskQuotaRoutes,
  tileCacheReloadRoutes,
  tileLayerRoutes,
];
