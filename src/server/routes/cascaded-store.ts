/**
 * `/workspaces/{workspace}/wmsstores` and `/wmtsstores`: stores that pass on other servers' maps.
 * The catalog holds none; clients list them along with all other stores.
 */
import type { FastifyInstance } from "fastify";
import { renderList } from "../../wire/document.ts";
import { routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { route, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { view } from "../plugins/work.ts";
import { workspaceOf } from "./place.ts";

/** Registers the routes. */
export function cascadedStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("wmsStores"), emptyList(context, "wmsStores", "wmsStore"));
  route(app, routePattern("wmtsStores"), emptyList(context, "wmtsStores", "wmtsStore"));
}

function emptyList(context: ServerContext, root: string, member: string): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      await view(request, context, async (reader) => {
        const workspace = await workspaceOf(request, reader);
        if ((await reader.get("workspace", null, workspace)) !== undefined) return;
        throw new CatalogError("not-found", `No such workspace : ${workspace}`);
      });
      return sendDocument(request, reply, renderList(root, member, [], rendering));
    },
  };
}
