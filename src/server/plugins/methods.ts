/** Registers the methods of one path; every other method is answered with 405 and Allow. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import { describeRoute } from "../openapi/describe.ts";

/** Answers one request. */
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const USED = ["GET", "POST", "PUT", "DELETE"] as const;

/** Handlers by method. */
export type Handlers = Partial<Record<(typeof USED)[number], RouteHandler>>;

/**
 * Registers handlers for a path below the REST root. HEAD goes with GET. Throws TypeError for an
 * operation that nobody described.
 */
export function route(
  app: FastifyInstance,
  pattern: string,
  handlers: Handlers,
  options: RouteShorthandOptions = {},
): void {
  const allowed = USED.filter((method) => handlers[method] !== undefined);
  const allow = (allowed.includes("GET") ? ["HEAD", ...allowed] : allowed).join(", ");
  app.route({ method: "PATCH", url: pattern, handler: notAllowed("PATCH", allow), ...options });
  for (const method of USED) {
    const handler = handlers[method];
    if (handler === undefined) {
      app.route({ method, url: pattern, handler: notAllowed(method, allow), ...options });
      continue;
    }
    app.route({
      method,
      url: pattern,
      handler,
      ...options,
      schema: describeRoute(pattern, method),
    });
  }
}

/** Answers a method that nobody serves at a path with 405; `allow` names those that are. */
export function notAllowed(method: string, allow: string): RouteHandler {
  return async (_request, reply) => {
    reply.header("Allow", allow);
    throw new CatalogError(
      "method-not-allowed",
      `${method} is not possible here; possible are ${allow}`,
    );
  };
}

/** A path parameter, decoded. */
export function parameter(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? "";
}

/** A query parameter; the first when it is repeated. */
export function query(request: FastifyRequest, name: string): string | undefined {
  const found = (request.query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(found) ? found[0] : found;
}

/** A query flag, read as Java reads one: `true` in any case, anything else is false. */
export function queryFlag(request: FastifyRequest, name: string): boolean {
  return query(request, name)?.trim().toLowerCase() === "true";
}

/** The body as bytes; empty when there is none. */
export function bodyOf(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

/** The content type of the request; empty when there is none. */
export function contentTypeOf(request: FastifyRequest): string {
  return request.headers["content-type"] ?? "";
}
