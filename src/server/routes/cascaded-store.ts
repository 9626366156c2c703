/** Cascaded WMS and WMTS stores (docs/compatibility.md, "Cascaded stores and layers"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  cascadedServices,
  cascadeSecrets,
  type CascadedService,
  type CascadedStorePatch,
} from "../../model/cascaded-store.ts";
import { sealDetails } from "../../model/details.ts";
import { parseCascadedStoreInput, renderCascadedStore } from "../../wire/cascaded-store.ts";
import { pathOf } from "../../wire/paths.ts";
import {
  createCascadedStore,
  deleteCascadedStore,
  requireCascadedStore,
  updateCascadedStore,
  type StoredCascade,
} from "../catalog/cascaded-store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { queryFlag } from "../plugins/methods.ts";
import { addressAs, documentRoutes, listObjects } from "./documents.ts";
import { placeOf, storeWorkspaceOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function cascadedStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const service of cascadedServices) storeRoutes(app, context, service);
}

const nouns = {
  wms: { kind: "WmsStore", paths: ["wmsStores", "wmsStore"] },
  wmts: { kind: "WmtsStore", paths: ["wmtsStores", "wmtsStore"] },
} as const;

function storeRoutes(app: FastifyInstance, context: ServerContext, service: CascadedService): void {
  const { kind, paths } = nouns[service];
  const { dialect } = context;
  const parse = (request: FastifyRequest) => readInput(request, context, service);
  const find = async (reader: CatalogReader, request: FastifyRequest) =>
    requireCascadedStore(reader, { service, ...(await placeOf(request, reader)) });
  documentRoutes<StoredCascade, CascadedStorePatch, CascadedStorePatch>(app, context, {
    address: addressAs(kind),
    render: ({ name, workspace, value, created, modified }, rendering) => {
      const store = { ...value, name, workspace: workspace ?? "", created, modified };
      return renderCascadedStore(service, store, rendering);
    },
    find,
    paths,
    list: listObjects(context, {
      member: `${service}Store`,
      kind: `${service}-store`,
      // A stock server returns an empty list for a missing workspace.
      scope: (reader, request) =>
        dialect.name === "geoserver"
          ? workspaceOf(request, reader)
          : storeWorkspaceOf(reader, request),
      path: (workspace, store) => pathOf(paths[1], { workspace, store }),
    }),
    create: {
      parse,
      run: async (writer, patch, request) => {
        const workspace = await workspaceOf(request, writer);
        const store = await createCascadedStore(writer, { service, workspace, patch, dialect });
        return { name: store, path: pathOf(paths[1], { workspace, store }) };
      },
    },
    update: {
      parse,
      run: async (writer, patch, { found }) =>
        updateCascadedStore(writer, service, { store: await found(), patch }),
    },
    remove: {
      run: async (writer, { request, found }) => {
        await found();
        const recurse = queryFlag(request, "recurse");
        const place = await placeOf(request, writer);
        await deleteCascadedStore(writer, { service, ...place, recurse });
      },
    },
  });
}

/** Parses a body and seals its secrets. Deviation: cascade-secrets. */
function readInput(
  request: FastifyRequest,
  { seal }: ServerContext,
  service: CascadedService,
): CascadedStorePatch {
  const read = parseCascadedStoreInput(service, documentBody(request, `${service}Store`));
  const sealed = cascadeSecrets.flatMap((name) => {
    const text = read[name];
    return typeof text === "string" && text !== "" ? [[name, seal(text)] as const] : [];
  });
  return { ...read, ...Object.fromEntries(sealed), details: sealDetails(read.details, seal) };
}
