/** `/gwc/rest/reload` has nothing to do (docs/compatibility.md, "Reload and reset"). */
import type { FastifyInstance } from "fastify";
import { routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import { bodyOf, route } from "../plugins/methods.ts";
import { sendDone } from "./created.ts";

const FIELD = "reload_configuration";

/** Registers the route. */
export function tileCacheReloadRoutes(app: FastifyInstance): void {
  route(app, routePattern("tileCacheReload"), {
    POST: async (request, reply) => {
      const form = new URLSearchParams(Buffer.from(bodyOf(request)).toString("utf8"));
      if (!form.has(FIELD))
        throw new CatalogError("form-field-missing", `Send the form field ${FIELD}=1`);
      return sendDone(reply);
    },
  });
}
