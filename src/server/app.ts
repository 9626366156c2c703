/**
 * The included catalog server as a Fastify instance that does not listen. It knows no process:
 * arguments, environment and signals belong to `cli/`.
 */
import accepts from "@fastify/accepts";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { DerivationCost } from "../model/derivation.ts";
import type { DialectName } from "../model/dialect.ts";
import { http } from "../model/limits.ts";
import type { MappingProperties } from "../wire/mapping.ts";
import { dialectOf } from "./catalog/dialect.ts";
import type { Keystore } from "./catalog/keystore.ts";
import type { Catalog } from "./catalog/unit-of-work.ts";
import type { ServerContext } from "./context.ts";
import { installAuth } from "./plugins/auth.ts";
import { installBodies } from "./plugins/bodies.ts";
import { installDrain } from "./plugins/drain.ts";
import { installErrors } from "./plugins/errors.ts";
import { hashSlots } from "./plugins/hash-slots.ts";
import { hashPassword } from "./plugins/password.ts";
import { rewriteUrl } from "./plugins/url.ts";
import { aboutRoutes } from "./routes/about.ts";
import { accessRulesRoutes } from "./routes/access-rules.ts";
import { accountGroupRoutes } from "./routes/account-group.ts";
import { accountRoutes } from "./routes/account.ts";
import { appSchemaRoutes } from "./routes/app-schema.ts";
import { catalogModeRoutes } from "./routes/catalog-mode.ts";
import { dataStoreRoutes } from "./routes/data-store.ts";
import { featureTypeRoutes } from "./routes/feature-type.ts";
import { keystoreRoutes } from "./routes/keystore.ts";
import { layerRoutes } from "./routes/layer.ts";
import { namespaceRoutes } from "./routes/namespace.ts";
import { ownPasswordRoutes } from "./routes/own-password.ts";
import { resourceRoutes } from "./routes/resource.ts";
import { roleRoutes } from "./routes/role.ts";
import { styleRoutes } from "./routes/style.ts";
import { workspaceRoutes } from "./routes/workspace.ts";

/** What a server is made of. */
export interface ServerOptions {
  readonly catalog: Catalog;
  readonly dialect: DialectName;
  readonly keystore: Keystore;
  /** Whether administrators may read the keystore password. */
  readonly isKeystoreReadable: boolean;
  /** What hashing the password of an account costs. */
  readonly hashCost: DerivationCost;
  /** Values for `${name}` in mappings. */
  readonly properties?: MappingProperties;
  readonly version: string;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Milliseconds that only rise. */
  readonly clock?: (() => number) | undefined;
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
  const { catalog, keystore, isKeystoreReadable, hashCost, properties, version } = options;
  const { clock = () => performance.now() } = options;
  const inSlot = hashSlots();
  const hash = (password: string) => inSlot(() => hashPassword(password, hashCost));
  const context: ServerContext = {
    catalog,
    seal: keystore.seal,
    keystore,
    isKeystoreReadable,
    hashPassword: hash,
    properties,
    version,
    dialect: dialectOf(options.dialect),
  };
  installErrors(app, options.dialect);
  installDrain(app);
  installBodies(app);
  await app.register(accepts);
  await installAuth(app, { catalog, clock, inSlot, hashCost });
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
  keystoreRoutes,
  ownPasswordRoutes,
  accountRoutes,
  accountGroupRoutes,
  roleRoutes,
  resourceRoutes,
];
