/**
 * `/workspaces/{workspace}/wmsstores` and `/wmtsstores`: stores that pass on other servers' maps.
 * The catalog holds none; clients list them along with all other stores.
 */
import type { FastifyInstance } from "fastify";
import { routePattern } from "../../wire/paths.ts";
import type { ServerContext } from "../context.ts";
import { route } from "../plugins/methods.ts";
import { listDocuments } from "./documents.ts";
import { storeWorkspaceOf } from "./place.ts";

/** Registers the routes. */
export function cascadedStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("wmsStores"), emptyList(context, "wmsStore"));
  route(app, routePattern("wmtsStores"), emptyList(context, "wmtsStore"));
}

function emptyList(context: ServerContext, member: string) {
  const GET = listDocuments(context, member, async (reader, request) => {
    await storeWorkspaceOf(reader, request);
    return [];
  });
  return { GET };
}
