/** `/security/acl/catalog` and its reload (docs/interface.md, 4.4). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseCatalogModeInput, renderCatalogMode } from "../../wire/catalog-mode.ts";
import { routePattern } from "../../wire/paths.ts";
import { catalogMode, setCatalogMode } from "../catalog/catalog-mode.ts";
import type { ServerContext } from "../context.ts";
import { requireDocument } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, route } from "../plugins/methods.ts";
import { sendDone } from "./created.ts";
import { changeDocument, documentRoute, readDocument, type DocumentNoun } from "./documents.ts";

const mode: DocumentNoun<Awaited<ReturnType<typeof catalogMode>>> = {
  address: () => ({ kind: "CatalogMode", workspace: null, name: "mode" }),
  find: catalogMode,
  render: (found, { format }) => renderCatalogMode(found, format),
};

/** Registers the route. */
export function catalogModeRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "catalogMode", {
    GET: readDocument(context, mode),
    PUT: changeDocument(context, mode, {
      parse: (request) => {
        requireDocument(request);
        return reading("bad-map-document", "", () =>
          parseCatalogModeInput(bodyOf(request), contentTypeOf(request)),
        );
      },
      run: setCatalogMode,
    }),
  });
  // There is nothing to reload; clients call this after editing files.
  const reload = async (_request: FastifyRequest, reply: FastifyReply) => sendDone(reply);
  route(app, routePattern("catalogReload"), { POST: reload, PUT: reload });
}
