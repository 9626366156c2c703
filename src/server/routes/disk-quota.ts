/** `/gwc/rest/diskquota` (docs/compatibility.md, "Tile cache"). */
import type { FastifyInstance } from "fastify";
import type { DiskQuota } from "../../model/disk-quota.ts";
import {
  DISK_QUOTA,
  parseDiskQuotaInput,
  renderDiskQuota,
  STOCK_DISK_QUOTA,
} from "../../wire/disk-quota.ts";
import { diskQuota, setDiskQuota } from "../catalog/disk-quota.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import type { RouteHandler } from "../plugins/methods.ts";
import { renderingFor } from "../plugins/representation.ts";
import { change } from "../plugins/unit-of-work.ts";
import { checkMatch, documentRoute, readDocument, type DocumentNoun } from "./documents.ts";

/** Registers the routes. */
export function diskQuotaRoutes(app: FastifyInstance, context: ServerContext): void {
  const root = context.dialect.name === "geoserver" ? STOCK_DISK_QUOTA : DISK_QUOTA;
  const noun: DocumentNoun<DiskQuota> = {
    address: () => ({ kind: "DiskQuota", workspace: null, name: "quota" }),
    find: diskQuota,
    render: (quota, rendering) => renderDiskQuota(root, quota, rendering),
  };
  const PUT: RouteHandler = async (request, reply) => {
    const rendering = renderingFor(request, context, "xml");
    const body = documentBody(request, DISK_QUOTA, STOCK_DISK_QUOTA);
    const patch = reading("bad-document", "", () => parseDiskQuotaInput(body));
    const quota = await change(request, context, async (writer) => {
      await checkMatch({ request, context, reader: writer }, noun, () => diskQuota(writer));
      return setDiskQuota(writer, patch);
    });
    const { contentType, text } = noun.render(quota, rendering);
    return reply.type(contentType).send(text);
  };
  documentRoute(app, "diskQuota", { GET: readDocument(context, { ...noun, first: "xml" }), PUT });
}
