/** `/security/acl/catalog` and its reload (docs/interface.md, 4.4). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { parseCatalogModeInput, renderCatalogMode } from "../../wire/catalog-mode.ts";
import { routePattern } from "../../wire/paths.ts";
import { catalogMode, setCatalogMode } from "../catalog/catalog-mode.ts";
import type { ServerContext } from "../context.ts";
import { requireDocument } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { reading } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, route } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";

const ADDRESS: Address = { kind: "CatalogMode", workspace: null, name: "mode" };

/** Registers the route. */
export function catalogModeRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(
    app,
    routePattern("catalogMode"),
    {
      GET: async (request, reply) => {
        const format = documentFormatFor(request, "json");
        return sendDocument(
          request,
          reply,
          renderCatalogMode(await view(request, context, catalogMode), format),
          ADDRESS,
        );
      },
      PUT: async (request, reply) => {
        requireDocument(request);
        const text = reading("bad-map-document", "", () =>
          parseCatalogModeInput(bodyOf(request), contentTypeOf(request)),
        );
        await change(request, context, async (writer) => {
          await checkPreconditions(request, async () => {
            const mode = await catalogMode(writer);
            return {
              of: ADDRESS,
              bodies: (["xml", "json"] as const).map(
                (format) => renderCatalogMode(mode, format).text,
              ),
            };
          });
          await setCatalogMode(writer, text);
        });
        return sendDone(reply);
      },
    },
    options,
  );
  // Nothing is held beside the catalog that could be stale; clients call it after editing files.
  const reload = async (_request: FastifyRequest, reply: FastifyReply) => sendDone(reply);
  route(app, routePattern("catalogReload"), { POST: reload, PUT: reload });
}
