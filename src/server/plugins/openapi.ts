/**
 * The interface as an OpenAPI 3.1 document, made from the descriptions of the routes, and a page
 * to browse it.
 */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { routePattern } from "../../wire/paths.ts";
import { sendBody } from "./conditional.ts";
import { mediaTypes } from "../../wire/media.ts";
import { route } from "./methods.ts";

/** Where the page is, as it is routed. */
export const DOCS = "/rest/docs";

/** Installs the documentation; to be called before the routes that it describes. */
export async function installOpenApi(app: FastifyInstance, version: string): Promise<void> {
  // The descriptions document; what a request may hold is decided by codecs and commands.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => String(data));
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: "3.1.0",
      info: { title: "Plumbline catalog server", version },
      components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
      security: [{ basic: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: DOCS });
}

/** Registers the document as a route below the REST root. */
export function openApiRoutes(app: FastifyInstance): void {
  route(app, routePattern("openApi"), {
    GET: async (request, reply) => {
      const body = JSON.stringify(app.swagger());
      return sendBody(request, reply, { contentType: mediaTypes.json, body });
    },
  });
}
