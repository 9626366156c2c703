/** Data stores, and cascaded WMS and WMTS stores; `coverage-store.ts` has those of rasters. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  cascadedServices,
  cascadedStoreFields,
  type CascadedService,
  type CascadedStorePatch,
} from "../../model/cascaded-store.ts";
import { isSecretParameter } from "../../model/connection-parameters.ts";
import type { DataStorePatch } from "../../model/data-store.ts";
import { sealDetails } from "../../model/details.ts";
import { withSealed } from "../../model/schema.ts";
import { parseCascadedStoreInput, renderCascadedStore } from "../../wire/cascaded-store.ts";
import { parseDataStoreInput, renderDataStore } from "../../wire/data-store.ts";
import { cascadedStores } from "../catalog/cascaded-store.ts";
import { dataStore } from "../catalog/data-store.ts";
import type { Stored } from "../catalog/records.ts";
import { deleteStore, missingStore, requireStore, type StoreRules } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { queryFlag } from "../plugins/methods.ts";
import { addressAs, checkMatch, type DocumentNoun, type Removal } from "./documents.ts";
import { namedIn, objectRoutes } from "./objects.ts";
import { placeOf, storeWorkspaceOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function storeRoutes(app: FastifyInstance, context: ServerContext): void {
  objectRoutes(app, context, {
    commands: dataStore,
    document: dataStoreDocument,
    parse: (request) => dataStoreIn(request, context),
    scope: storeWorkspaceOf,
    home: workspaceOf,
    remove: removal(dataStore),
  });
  for (const service of cascadedServices) cascadedStoreRoutes(app, context, service);
}

const dataStoreDocument: DocumentNoun<Stored<"data-store">> = {
  address: addressAs("DataStore"),
  find: async (reader, request) => {
    const place = await placeOf(request, reader);
    const found = await reader.get("data-store", place.workspace, place.store);
    return found ?? missingStore(dataStore, place);
  },
  render: (store, rendering) => {
    const parameters = new Map(Object.entries(store.value.parameters));
    return renderDataStore({ ...namedIn(store), parameters }, rendering);
  },
};

function dataStoreIn(request: FastifyRequest, { seal }: ServerContext): DataStorePatch {
  const read = parseDataStoreInput(documentBody(request, "dataStore"));
  const input = { ...read, details: sealDetails(read.details, seal) };
  if (input.parameters === undefined) return input;
  const parameters = [...input.parameters].map(
    ([key, text]) => [key, isSecretParameter(key) && text !== "" ? seal(text) : text] as const,
  );
  return { ...input, parameters: new Map(parameters) };
}

/** Checks preconditions of requests that change a store other than by its document. */
export function checkStoreMatch(
  request: FastifyRequest,
  context: ServerContext,
  reader: CatalogReader,
) {
  return checkMatch({ request, context, reader }, dataStoreDocument, async () => {
    const { workspace, store } = await placeOf(request, reader);
    return reader.get("data-store", workspace, store);
  });
}

function cascadedStoreRoutes(
  app: FastifyInstance,
  context: ServerContext,
  service: CascadedService,
): void {
  const noun = cascadedStores[service];
  objectRoutes<"wms-store" | "wmts-store", CascadedStorePatch>(app, context, {
    commands: noun,
    document: {
      find: async (reader, request) => requireStore(reader, noun, await placeOf(request, reader)),
      render: (store, rendering) => renderCascadedStore(service, namedIn(store), rendering),
    },
    parse: (request) => cascadedStoreIn(request, context, service),
    // A stock server returns an empty list for a missing workspace.
    scope: (reader, request) =>
      context.dialect.name === "geoserver"
        ? workspaceOf(request, reader)
        : storeWorkspaceOf(reader, request),
    home: workspaceOf,
    remove: removal(noun),
  });
}

/** Parses a body and seals its secrets. Deviation: cascade-secrets. */
function cascadedStoreIn(
  request: FastifyRequest,
  { seal }: ServerContext,
  service: CascadedService,
): CascadedStorePatch {
  const read = parseCascadedStoreInput(service, documentBody(request, `${service}Store`));
  return {
    ...withSealed(cascadedStoreFields, read, seal),
    details: sealDetails(read.details, seal),
  };
}

function removal(noun: StoreRules): Removal<unknown> {
  return {
    run: async (writer, { request, found }) => {
      await found();
      const recurse = queryFlag(request, "recurse");
      await deleteStore(writer, noun, { ...(await placeOf(request, writer)), recurse });
    },
  };
}
