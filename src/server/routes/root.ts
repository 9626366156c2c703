/** Redirects the root paths to the documentation page. Deviation: root-leads-on. */
import type { FastifyInstance } from "fastify";
import { baseOf } from "../plugins/url.ts";

const ROOTS = ["/", "/rest", "/geoserver"];
const DOCS = "/docs";

/** Registers the routes. */
export function rootRoutes(app: FastifyInstance): void {
  for (const url of ROOTS) {
    app.route({
      method: ["GET", "POST", "PUT", "DELETE", "PATCH"],
      url,
      config: { allow: ["HEAD", "GET"] },
      handler: async (request, reply) => {
        const base = baseOf(request);
        const stock = url === "/geoserver" ? url : "";
        return reply.redirect(`${base.endsWith("/rest") ? base : `${base}${stock}/rest`}${DOCS}`);
      },
    });
  }
}
