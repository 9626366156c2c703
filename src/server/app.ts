/**
 * The included catalog server as a Fastify instance that does not listen. It knows no process:
 * arguments, environment and signals belong to `cli/`.
 */
import accepts from "@fastify/accepts";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { DialectName } from "../model/dialect.ts";
import { http } from "../model/limits.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { dialectOf } from "./catalog/dialect.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";
import type { ServerContext } from "./context.ts";
import { installAuth } from "./plugins/auth.ts";
import { installBodies } from "./plugins/bodies.ts";
import { installDrain } from "./plugins/drain.ts";
import { installErrors } from "./plugins/errors.ts";
import { rewriteUrl } from "./plugins/url.ts";
import { aboutRoutes } from "./routes/about.ts";
import { accessRulesRoutes } from "./routes/access-rules.ts";
import { appSchemaRoutes } from "./routes/app-schema.ts";
import { catalogModeRoutes } from "./routes/catalog-mode.ts";
import { dataStoreRoutes } from "./routes/data-store.ts";
import { digestRoutes } from "./routes/digest.ts";
import { featureTypeRoutes } from "./routes/feature-type.ts";
import { layerRoutes } from "./routes/layer.ts";
import { namespaceRoutes } from "./routes/namespace.ts";
import { reloadRoutes } from "./routes/reload.ts";
import { resourceRoutes } from "./routes/resource.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { styleRoutes } from "./routes/style.ts";
import { workspaceRoutes } from "./routes/workspace.ts";
import { readSystem } from "./system.ts";

/** What a server is made of. */
export interface ServerOptions {
  readonly catalog: Catalog;
  readonly dialect: DialectName;
  /** Seals secret connection parameters. */
  readonly seal: (text: string) => string;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly version: string;
  readonly logger?: FastifyBaseLogger | undefined;
}

/** Router parameters are counted in characters, names in bytes: the router lets more through. */
const PARAMETER_CHARACTERS = 4 * http.nameBytes;

/** Builds a server on an open catalog. Closing the catalog stays with the caller. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    rewriteUrl,
    bodyLimit: http.documentBytes,
    requestTimeout: http.requestTimeoutMs,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS, ignoreTrailingSlash: true },
    http: { maxHeaderSize: http.headerBytes, headersTimeout: http.headersTimeoutMs },
  });
  const { catalog, seal, properties, version } = options;
  const context: ServerContext = {
    catalog,
    seal,
    properties,
    version,
    metrics: readSystem,
    dialect: dialectOf(options.dialect),
  };
  installErrors(app, options.dialect);
  installDrain(app);
  installBodies(app);
  await app.register(accepts);
  await installAuth(app, catalog);
  await app.register(
    async (rest) => {
      for (const register of nouns) register(rest, context);
    },
    { prefix: "/rest" },
  );
  return app;
}

const nouns = [
  aboutRoutes,
  workspaceRoutes,
  namespaceRoutes,
  dataStoreRoutes,
  appSchemaRoutes,
  featureTypeRoutes,
  layerRoutes,
  styleRoutes,
  accessRulesRoutes,
  catalogModeRoutes,
  resourceRoutes,
  settingsRoutes,
  reloadRoutes,
  digestRoutes,
];
