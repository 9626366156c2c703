/**
 * Refuses requests before their bodies are read: 405 with Allow where the path has other methods,
 * 404 where there is no such path. The router tells nothing of a request without a route, so the
 * registered paths are searched here (docs/compatibility.md, "Statuses").
 * Deviation: options-refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { segmentsOf } from "../../model/ant-pattern.ts";
import { CatalogError } from "../catalog/errors.ts";
import { noEndpoint } from "./errors.ts";

/** `segments` are in the router's notation. */
interface RegisteredPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** Collects the paths registered from now on. Run the returned check after authentication. */
export function oddMethods(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const paths = new Map<string, RegisteredPath>();
  app.addHook("onRoute", ({ url, method, config }) => {
    const known = paths.get(url) ?? { segments: segmentsOf(url), methods: new Set() };
    paths.set(url, known);
    for (const name of config?.allow ?? [method].flat()) known.methods.add(name);
  });
  return async (request, reply) => {
    const { method, is404, routeOptions } = request;
    const found = is404 ? pathAt([...paths.values()], requestSegments(request)) : undefined;
    const allowed = found === undefined ? routeOptions.config?.allow : [...found.methods];
    if (!is404 && allowed?.includes(method) !== false) return;
    if (allowed === undefined) throw new CatalogError("no-endpoint", noEndpoint(request));
    const allow = allowed.join(", ");
    reply.header("Allow", allow);
    const message = `${method} is not possible here; possible are ${allow}`;
    throw new CatalogError("method-not-allowed", message);
  };
}

function requestSegments({ url }: FastifyRequest): readonly string[] {
  const [path = ""] = url.split("?", 1);
  return segmentsOf(path).map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}

/** Literal segments precede parameters, as in the router. */
function pathAt(
  paths: readonly RegisteredPath[],
  segments: readonly string[],
): RegisteredPath | undefined {
  const fitting = paths.filter((path) => fits(path.segments, segments));
  return fitting.toSorted((a, b) => wildness(a).localeCompare(wildness(b)))[0];
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === "*";
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every(
    (part, index) => part === "*" || part.startsWith(":") || part === segments[index],
  );
}

/** A sort key: a digit per segment, 0 for literal segments. */
function wildness({ segments }: RegisteredPath): string {
  return segments.map((part) => (part === "*" ? "2" : part.startsWith(":") ? "1" : "0")).join("");
}
