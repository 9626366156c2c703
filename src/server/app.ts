/** The catalog server as a Fastify instance that does not listen. `cli/` handles the process. */
import accepts from "@fastify/accepts";
import fastify, { type FastifyInstance } from "fastify";
import { standardCosts } from "../model/derivation.ts";
import { http, type HttpLimits } from "../model/limits.ts";
import { laidOut, withEntriesLaidOut } from "../wire/xml-layout.ts";
import { figuresOf } from "./figures.ts";
import { consoleFiles } from "./console-files.ts";
import { dialectOf, type Dialect } from "./catalog/dialect.ts";
import { policySource } from "./catalog/policy.ts";
import { openMosaics } from "./mosaic-context.ts";
import { sampleFor, type OpenOptions, type ServerParts } from "./options.ts";
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
import { withoutEnd } from "../model/trim.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Throws when the parts of the certificate do not fit together. */
    readonly renewCertificate: (certificate: Certificate) => void;
  }
}

/** The router counts characters, names are limited in bytes. */
const PARAMETER_CHARACTERS = 4 * http.nameBytes;

/** The caller closes the catalog. */
export async function buildServer(
  options: OpenOptions,
  parts: ServerParts,
): Promise<FastifyInstance> {
  const { catalog, keystore, staging, catalogId } = parts;
  const limits = { ...http, ...options.limits };
  const { version, publicUrl, costs = standardCosts } = options;
  const { clock = () => performance.now(), now = () => new Date().toISOString() } = options;
  const dialect = dialectOf(options);
  const { app, front } = openApp(options, dialect, limits);
  const parsing = openParsing(options.openWorkers);
  const mosaics = openMosaics(options, parts);
  app.addHook("onClose", async () => {
    await parsing.close();
    await mosaics.close();
  });
  const hashing = hashLimit();
  const context: ServerContext = {
    catalog,
    parsing,
    seal: keystore.seal,
    keystore,
    isKeystoreReadable: options.keystore?.readable ?? true,
    hashPassword: (password) => hashing.run("", () => hashPassword(password, costs.account)),
    properties: options.properties,
    sample: sampleFor(options),
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
  app.decorate("figures", figuresOf(app, { catalog, staging, front, hashing }));
  installErrors(app, dialect);
  installLayout(app, dialect.name === "geoserver" ? laidOut : withEntriesLaidOut);
  if (dialect.name === "geoserver") installStockAnswers(app, dialect);
  installBrowserHeaders(app, { docs: DOCS, console: CONSOLE });
  installListening(app, front);
  installDrain(app, front, limits);
  const { arrivals } = front;
  const recognise = installAdmission(app, { known, limits, arrivals });
  installRefusedLogins(app);
  installBodies(app, staging, limits);
  await app.register(accepts);
  installSessions(app, { catalog, catalogId, now });
  const withinLimit = hashing.run;
  await installAuth(app, { catalog, clock, withinLimit, hashCost: costs.account, known });
  app.addHook("onRequest", recognise);
  installSameOrigin(app, publicUrl);
  await installOpenApi(app, { version, dialect: dialect.name, line: dialect.line });
  installAuthorisation(app, catalog, { policyOf: context.policyOf, ...dialect });
  if (options.filling !== undefined) installReadOnly(app);
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
  { logger, certificate, trustedProxies: proxies = [] }: OpenOptions,
  dialect: Dialect,
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
