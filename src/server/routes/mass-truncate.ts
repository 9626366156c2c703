/**
 * Nothing is cached, so requests are only checked, as stock servers do (docs/compatibility.md,
 * "Tile layers").
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mediaTypes } from "../../wire/media.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { decodeText } from "../../wire/text.ts";
import { memberText } from "../../wire/tree.ts";
import { parseXml, renderXml } from "../../wire/xml.ts";
import { CatalogError } from "../catalog/errors.ts";
import { findTileLayer } from "../catalog/tile-layer.ts";
import type { ServerContext } from "../context.ts";
import { reading } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, route } from "../plugins/methods.ts";
import { sendText } from "./created.ts";
import { baseOf } from "../plugins/url.ts";
import { sendDocument } from "../plugins/representation.ts";
import { view } from "../plugins/unit-of-work.ts";

/** Listed requests; `truncateAll` is accepted but not listed. */
const REQUESTS = [
  "truncateLayer",
  "truncateParameters",
  "truncateOrphans",
  "truncateExtent",
] as const;

const ALL = "truncateAll";

/** Registers the route. */
export function massTruncateRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("massTruncate"), {
    GET: async (request: FastifyRequest, reply: FastifyReply) => {
      const href = `${baseOf(request)}${pathOf("massTruncate", {})}`;
      const content = { "@href": href, requestType: REQUESTS };
      const text = renderXml("massTruncateRequests", content);
      return sendDocument(request, reply, { contentType: mediaTypes.xml, text });
    },
    POST: async (request, reply) => {
      const problem = await problemOf(request, context);
      if (problem === undefined) return sendText(reply, "");
      const isStock = context.dialect.name === "geoserver";
      throw new CatalogError("truncate-invalid", `${isStock ? STOCK : ""}${problem}`);
    },
  });
}

/** Prefix of a stock server's errors. */
const STOCK = "org.geowebcache.rest.exception.RestException 400 BAD_REQUEST: ";

async function problemOf(
  request: FastifyRequest,
  context: ServerContext,
): Promise<string | undefined> {
  const type = contentTypeOf(request).toLowerCase();
  if (type !== "" && type !== mediaTypes.textXml)
    return `Format extension unknown or not specified: ${type}`;
  const { root, content } = reading("bad-document", "", () =>
    parseXml(decodeText(bodyOf(request), type)),
  );
  if (root === ALL) return undefined;
  if (!(REQUESTS as readonly string[]).includes(root))
    return `${root} is no request to truncate; those are ${REQUESTS.join(", ")}, ${ALL}`;
  const name = memberText(content, "layerName") ?? "";
  const found = await view(request, context, (reader) => findTileLayer(reader, name));
  return found === undefined ? `Could not find layer ${name}` : undefined;
}
