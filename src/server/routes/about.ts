/** `/about`: server information (docs/compatibility.md, "About"). */
import type { FastifyInstance } from "fastify";
import type { DialectLine } from "../../model/dialect.ts";
import { serverModules } from "../../model/modules.ts";
import { renderAbout, type AboutResource } from "../../wire/about.ts";
import { routePattern } from "../../wire/paths.ts";
import { renderMetrics, renderStatus, renderStatuses } from "../../wire/status.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { parameter, query, route, type RouteHandler } from "../plugins/methods.ts";
import { documentFormatFor, renderingFor, sendDocument } from "../plugins/representation.ts";

/** The stock version that clients of the published interface expect. */
const COMPATIBLE_VERSION = "2.28.0";

/** Recorded servers that the dialects imitate. */
const imitated: Readonly<Record<DialectLine, readonly AboutResource[]>> = {
  "2.28": [
    {
      name: "GeoServer",
      properties: {
        "Build-Timestamp": "21-Jan-2026 14:00",
        Version: "2.28.2",
        "Git-Revision": "2abcae0038",
      },
    },
    {
      name: "GeoTools",
      properties: {
        "Build-Timestamp": "21-Jan-2026 14:00",
        Version: "34.2",
        "Git-Revision": "2abcae0038",
      },
    },
    { name: "GeoWebCache", properties: { Version: "1.28.2", "Git-Revision": "2abcae0038" } },
  ],
  "3.0": [
    {
      name: "GeoServer",
      properties: {
        "Build-Timestamp": "2026-03-11 18:06",
        Version: "3.0-SNAPSHOT",
        "Git-Revision": "21b88b53efb8d72808562dad4b9c536c4e922e98",
      },
    },
    {
      name: "GeoTools",
      properties: {
        "Build-Timestamp": "",
        Version: "35.0",
        "Git-Revision": "d12059deca3471f92ffe8e23119ddad69325e856",
      },
    },
    { name: "GeoWebCache", properties: { Version: "2.0.0", "Git-Revision": "" } },
  ],
};

/** Extensions of the interface; the reconciler checks for them. */
const FEATURES = ["digest", "digest-scopes"];

/** Registers the routes. */
export function aboutRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("version"), { GET: resources(components(context)) });
  route(app, routePattern("manifest"), { GET: resources(modules) });
  route(app, routePattern("statuses"), {
    GET: async (request, reply) =>
      sendDocument(request, reply, renderStatuses(serverModules, renderingFor(request, context))),
  });
  route(app, routePattern("status"), {
    GET: async (request, reply) => {
      const asked = parameter(request, "module");
      const found = serverModules.find(({ module }) => module === asked);
      if (found === undefined) throw new CatalogError("not-found", `No such module: ${asked}`);
      const rendering = renderingFor(request, context);
      return sendDocument(request, reply, renderStatus(found, COMPATIBLE_VERSION, rendering));
    },
  });
  route(app, routePattern("systemStatus"), {
    GET: async (request, reply) => {
      const format = documentFormatFor(request, "json");
      return sendDocument(request, reply, renderMetrics(context.metrics(), format));
    },
  });
}

/** Applies the filters of the query. */
function resources(all: readonly AboutResource[]): RouteHandler {
  return async (request, reply) => {
    const found = all.filter(
      (resource) =>
        matchesName(resource, query(request, "manifest")) &&
        isBetween(resource, query(request, "from"), query(request, "to")) &&
        hasProperty(resource, query(request, "key"), query(request, "value")),
    );
    return sendDocument(request, reply, renderAbout(found, documentFormatFor(request, "xml")));
  };
}

const DOCUMENTED: readonly AboutResource[] = [
  { name: "GeoServer", properties: { Version: COMPATIBLE_VERSION } },
];

const modules: readonly AboutResource[] = serverModules.map(({ module, name }) => ({
  name: module,
  properties: { "Implementation-Title": name, Version: COMPATIBLE_VERSION },
}));

function components(context: ServerContext): readonly AboutResource[] {
  const { line } = context.dialect;
  return [
    ...(line === undefined ? DOCUMENTED : imitated[line]),
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

/** Only `.*` is supported, so that no pattern is expensive to match. */
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
