/**
 * Requests that no route is for, refused before their bodies are looked at: 405 with Allow where the
 * path is there and has not this method, known or not, else 404. The router finds nothing for them, so
 * the paths are looked up here among all that were registered (docs/compatibility.md, "Statuses").
 * Deviation: options-refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { segmentsOf } from "../../model/ant-pattern.ts";
import { CatalogError } from "../catalog/errors.ts";
import { noEndpoint } from "./errors.ts";
import { refuseMethod } from "./methods.ts";

/** A registered path: its segments in the router's notation, and the methods it answers. */
interface RegisteredPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/**
 * Collects the paths of all routes that are registered from now on. Gives the check, to be run
 * behind authentication: it refuses a request that no route is for.
 */
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

/** The path that the router would choose: written segments go before parameters. */
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

/** A digit for each segment, smaller ones for what is written out. */
function wildness({ segments }: RegisteredPath): string {
  return segments.map((part) => (part === "*" ? "2" : part.startsWith(":") ? "1" : "0")).join("");
}
