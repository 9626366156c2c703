/**
 * Refuses requests without a route before their bodies are read: 405 with Allow where the path
 * exists, else 404. The router tells nothing, so the registered paths are searched here
 * (docs/compatibility.md, "Statuses"). Deviation: options-refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { segmentsOf } from "../../model/ant-pattern.ts";
import { CatalogError } from "../catalog/errors.ts";
import { noEndpoint } from "./errors.ts";
import { refuseMethod } from "./methods.ts";

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
    if (!request.is404) return;
    const found = pathAt([...paths.values()], requestSegments(request));
    if (found !== undefined) throw refuseMethod(reply, request.method, [...found.methods]);
    throw new CatalogError("no-endpoint", noEndpoint(request));
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
