/** Redirects the root paths to the documentation page. Deviation: root-leads-on. */
import type { FastifyInstance } from "fastify";
import { notAllowed } from "../plugins/methods.ts";
import { baseOf } from "../plugins/url.ts";

const ROOTS = ["/", "/rest", "/geoserver"];
const OTHERS = ["POST", "PUT", "DELETE", "PATCH"] as const;
const ALLOWED = ["HEAD", "GET"] as const;
const DOCS = "/docs";

/** Registers the routes. */
export function rootRoutes(app: FastifyInstance): void {
  for (const url of ROOTS) {
    app.route({
      method: "GET",
      url,
      config: { allow: ALLOWED },
      handler: async (request, reply) => {
        const base = baseOf(request);
        const stock = url === "/geoserver" ? url : "";
        return reply.redirect(`${base.endsWith("/rest") ? base : `${base}${stock}/rest`}${DOCS}`);
      },
    });
    for (const method of OTHERS) app.route({ method, url, handler: notAllowed(method, ALLOWED) });
  }
}
