/** Registers the methods of a path, and reads parts of requests. */
import { http as limits } from "../../model/limits.ts";
import { keptText } from "../../wire/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { requireDescription } from "../openapi/describe.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The methods of the path, in the order of Allow; others are refused before the body is read. */
    readonly allow?: readonly string[];
  }
}

/** Answers one request. */
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const USED = ["GET", "POST", "PUT", "DELETE"] as const;

/** Handlers by method. */
export type Handlers = Partial<Record<(typeof USED)[number], RouteHandler>>;

/** GET includes HEAD. Throws TypeError for an operation without an OpenAPI description. */
export function route(
  app: FastifyInstance,
  pattern: string,
  handlers: Handlers,
  options: RouteShorthandOptions = {},
): void {
  const used = USED.filter((method) => handlers[method] !== undefined);
  for (const method of used) requireDescription(pattern, method);
  const allow = used.includes("GET") ? ["HEAD", ...used] : used;
  const all = { HEAD: handlers.GET, ...handlers };
  // One route for all methods, so that no wider pattern takes a refused request, and hundreds of
  // paths stay cheap.
  app.route({
    method: [...USED],
    url: pattern,
    handler: (request, reply) =>
      (all[request.method as keyof typeof all] ?? refused)(request, reply),
    ...options,
    config: { ...options.config, allow },
  });
}

/** Stands for the methods that the config of a route does not allow (`odd-methods.ts`). */
export const refused: RouteHandler = async ({ method }) => {
  throw new TypeError(`${method} was to be refused before`);
};

/** A decoded path parameter. */
export function parameter(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? "";
}

/** A query parameter; the first when it is repeated. */
export function query(request: FastifyRequest, name: string): string | undefined {
  const found = (request.query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(found) ? found[0] : found;
}

/** A query flag, parsed as in Java: `true` in any case, else false. */
export function queryFlag(request: FastifyRequest, name: string): boolean {
  return query(request, name)?.trim().toLowerCase() === "true";
}

/** The body as bytes; empty when there is none. */
export function bodyOf(request: FastifyRequest): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

/** The body with its encoding declared inside, for storing it without content type. */
export function keptBodyOf(request: FastifyRequest): Uint8Array {
  return keptText(bodyOf(request), contentTypeOf(request));
}

/** The content type; empty when there is none. */
export function contentTypeOf(request: FastifyRequest): string {
  return request.headers["content-type"] ?? "";
}

/** A header value for messages, cut to a bounded length. */
export function quoted(said = ""): string {
  const { quotedCharacters: most } = limits;
  return said.length <= most ? said : `${said.slice(0, most)}...`;
}
