/** Cascaded WMS and WMTS layers (docs/compatibility.md, "Cascaded stores and layers"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cascadedServices, type CascadedService } from "../../model/cascaded-store.ts";
import { parseCascadedLayerInput, renderCascadedLayer } from "../../wire/cascaded-layer.ts";
import { cascadedStores, createCascadedLayer } from "../catalog/cascaded-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import { requireStore } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { query } from "../plugins/methods.ts";
import { placeOf, workspaceOf } from "./place.ts";
import { listPublished, publishedRoutes, type PublishedNoun, type StoreList } from "./published.ts";

/** Registers the routes. Deviation: cascade-puts. */
export function cascadedLayerRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const service of cascadedServices) publishedRoutes(app, context, nouns[service]);
}

type Noun = PublishedNoun<"wms-layer" | "wmts-layer">;

function nounOf(service: CascadedService): Noun {
  return {
    kind: `${service}-layer`,
    inStore: `${service}StoreLayer`,
    parse: (tree) => parseCascadedLayerInput(service, tree),
    ofStore: (reader, request) => listRequested(reader, request, service),
    workspaceOf: requireWorkspace,
    create: (writer, _context, { workspace, store = "", change }) =>
      createCascadedLayer(writer, service, { workspace, store }, change),
    missing: async (_reader, { workspace, name }) =>
      new CatalogError("not-found", `No such cascaded ${service}: ${workspace},${name}`),
    render: ({ name, workspace, value, modified }, rendering) => {
      const layer = { ...value, name, workspace: workspace ?? "", modified };
      return renderCascadedLayer(service, layer, rendering);
    },
  };
}

const nouns: Readonly<Record<CascadedService, Noun>> = {
  wms: nounOf("wms"),
  wmts: nounOf("wmts"),
};

/** Lists configured layers only; the remote server is not asked for others. */
async function listRequested(
  reader: CatalogReader,
  request: FastifyRequest,
  service: CascadedService,
): Promise<StoreList> {
  await requireWorkspace(reader, request);
  const place = await placeOf(request, reader);
  await requireStore(reader, cascadedStores[service], place, "cascaded-store-missing");
  const asked = query(request, "list")?.toLowerCase() ?? "configured";
  if (asked === "configured") {
    return { listed: await listPublished(reader, nouns[service], place) };
  }
  if (asked === "available") {
    const message = `Could not load ${service} store: ${place.store}`;
    throw new CatalogError("cascade-unasked", message);
  }
  throw new CatalogError("list-unknown", `Unknown list type ${asked}`);
}

async function requireWorkspace(reader: CatalogReader, request: FastifyRequest): Promise<string> {
  const workspace = await workspaceOf(request, reader);
  if ((await reader.get("workspace", null, workspace)) !== undefined) return workspace;
  throw new CatalogError("not-found", `Could not find workspace ${workspace}`);
}
