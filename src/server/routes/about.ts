/** Who answers: `/about/version`. */
import type { FastifyInstance } from "fastify";
import { renderAbout, type AboutResource } from "../../wire/about.ts";
import { routePattern } from "../../wire/paths.ts";
import type { ServerContext } from "../context.ts";
import { query, route } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";

/** The version of the stock server whose manners are kept; clients check it. */
const COMPATIBLE_VERSION = "2.28.0";

/** What this server offers beyond the interface; our reconciler looks for it. */
const FEATURES = ["digest"];

/** Registers the route. */
export function aboutRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("version"), {
    GET: async (request, reply) => {
      const resources = components(context).filter(
        (resource) =>
          matchesName(resource, query(request, "manifest")) &&
          isBetween(resource, query(request, "from"), query(request, "to")) &&
          hasProperty(resource, query(request, "key"), query(request, "value")),
      );
      return sendDocument(
        request,
        reply,
        renderAbout(resources, documentFormatFor(request, "xml")),
      );
    },
  });
}

function components(context: ServerContext): readonly AboutResource[] {
  return [
    { name: "GeoServer", properties: { Version: COMPATIBLE_VERSION } },
    {
      name: "Plumbline",
      properties: {
        Version: context.version,
        Dialect: context.dialect.name,
        Features: FEATURES.join(" "),
      },
    },
  ];
}

/** Only `.*` is understood in a pattern, so that no request can make the match expensive. */
function matchesName(resource: AboutResource, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  const parts = pattern.split(".*");
  const [first = "", ...rest] = parts;
  if (!resource.name.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = resource.name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return rest.at(-1) === "" || from === resource.name.length;
}

function isBetween(
  { name }: AboutResource,
  from: string | undefined,
  to: string | undefined,
): boolean {
  return (from === undefined || name >= from) && (to === undefined || name <= to);
}

function hasProperty(
  { properties }: AboutResource,
  key: string | undefined,
  value: string | undefined,
): boolean {
  if (key !== undefined && !Object.hasOwn(properties, key)) return false;
  if (value === undefined) return true;
  const candidates = key === undefined ? Object.values(properties) : [properties[key]];
  return candidates.includes(value);
}
