/** Serves the OpenAPI 3.1 document (`openapi/`) and a page to browse it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { mediaTypes } from "../../wire/media.ts";
import { routePattern } from "../../wire/paths.ts";
import { dialectOf, type DialectChoice } from "../catalog/dialect.ts";
import { openApiDocument, type OpenApiDocument } from "../openapi/document.ts";
import { sendBody } from "./conditional.ts";
import { statusOf } from "./errors.ts";
import { route } from "./methods.ts";
import { requireJson } from "./representation.ts";

/** The routed path of the page. */
export const DOCS = "/rest/docs";

/** Replaces the logo of Swagger UI. */
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><text x="0" y="28" fill="#fff" font-family="sans-serif" font-size="24">Plumbline</text></svg>',
);

/** Installs the document and its page. */
export async function installOpenApi(
  app: FastifyInstance,
  options: DialectChoice & { readonly version: string },
): Promise<void> {
  const document = later(() => describeServer(options));
  await app.register(swagger, { mode: "static", specification: { document } });
  const logo = { type: "image/svg+xml", content: LOGO, href: DOCS };
  await app.register(swaggerUi, { routePrefix: DOCS, logo });
}

/** The document is built on first access. */
function later(build: () => OpenApiDocument): OpenApiDocument {
  let built: OpenApiDocument | undefined;
  const document = () => (built ??= build());
  return {
    openapi: "3.1.0",
    get info() {
      return document().info;
    },
    get servers() {
      return document().servers;
    },
    get security() {
      return document().security;
    },
    get tags() {
      return document().tags;
    },
    get paths() {
      return document().paths;
    },
    get components() {
      return document().components;
    },
  };
}

export function describeServer({
  version,
  ...choice
}: DialectChoice & { readonly version: string }): OpenApiDocument {
  const dialect = dialectOf(choice);
  return openApiDocument({ version, dialect, statusOf: (code) => statusOf(code, dialect) });
}

/** Registers the document below the REST root. */
export function openApiRoutes(app: FastifyInstance): void {
  route(app, routePattern("openApi"), {
    GET: async (request, reply) => {
      requireJson(request);
      const body = JSON.stringify(app.swagger());
      return sendBody(request, reply, { contentType: mediaTypes.json, body });
    },
  });
}
