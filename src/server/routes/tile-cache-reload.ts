/**
 * `/gwc/rest/reload`: what stock servers want after their files were edited. Nothing is held beside the
 * catalog that could be stale (docs/compatibility.md, "Reload and reset").
 */
import type { FastifyInstance } from "fastify";
import { routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import { bodyOf, route } from "../plugins/methods.ts";
import { sendDone } from "./created.ts";

/** The field of the form that has to be there. */
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
