/** Users, groups and roles have two paths each: with and without the name of the service. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderPrincipals } from "../../wire/account.ts";
import { routePattern, servicePattern, type PathName } from "../../wire/paths.ts";
import type { CatalogError } from "../catalog/errors.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { parameter, route, type Handlers, type RouteHandler } from "../plugins/methods.ts";
import { readDocument } from "./documents.ts";

/** The only user service and role service. */
const SERVICE = "default";

/** Registers handlers at both paths; `refuse` makes the error for unknown services. */
export function serviceRoute(
  app: FastifyInstance,
  name: PathName,
  handlers: Handlers,
  refuse: (detail: string) => CatalogError,
): void {
  const guarded = Object.fromEntries(
    Object.entries(handlers).map(([method, handler]) => [method, guard(handler, refuse)]),
  );
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern(name), guarded, options);
  route(app, servicePattern(name), guarded, options);
}

export function listPrincipals(
  context: ServerContext,
  member: "role" | "group",
  find: (reader: CatalogReader, request: FastifyRequest) => Promise<readonly string[]>,
): RouteHandler {
  return readDocument(context, {
    find,
    render: (names, rendering) => renderPrincipals(member, names, rendering),
  });
}

function guard(handler: RouteHandler, refuse: (detail: string) => CatalogError): RouteHandler {
  return async (request, reply) => {
    const service = parameter(request, "service");
    if (service !== "" && service !== SERVICE) throw refuse(`There is no service ${service}`);
    return handler(request, reply);
  };
}
