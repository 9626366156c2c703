/** Registers the methods of one path; every other method is answered with 405 and Allow. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { CatalogError } from "../catalog/errors.ts";

/** Answers one request. */
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const ALL = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;

/** Handlers by method. */
export type Handlers = Partial<Record<(typeof ALL)[number], RouteHandler>>;

/** Registers handlers for a path below the REST root. HEAD goes with GET. */
export function route(
  app: FastifyInstance,
  pattern: string,
  handlers: Handlers,
  options: RouteShorthandOptions = {},
): void {
  const allowed = ALL.filter((method) => handlers[method] !== undefined);
  const allow = (allowed.includes("GET") ? ["HEAD", ...allowed] : allowed).join(", ");
  for (const method of ALL) {
    const handler = handlers[method] ?? refuse(method, allow);
    app.route({ method, url: pattern, handler, ...options });
  }
}

function refuse(method: string, allow: string): RouteHandler {
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
