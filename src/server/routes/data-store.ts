/** `/workspaces/{workspace}/datastores` (docs/interface.md, 2.1). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecretParameter } from "../../model/connection-parameters.ts";
import type { DataStorePatch } from "../../model/data-store.ts";
import { sealDetails } from "../../model/details.ts";
import { parseDataStoreInput, renderDataStore } from "../../wire/data-store.ts";
import { pathOf } from "../../wire/paths.ts";
import {
  createDataStore,
  deleteDataStore,
  missingDataStore,
  updateDataStore,
} from "../catalog/data-store.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { queryFlag } from "../plugins/methods.ts";
import {
  addressAs,
  checkMatch,
  documentRoutes,
  listObjects,
  type DocumentNoun,
} from "./documents.ts";
import { placeOf, storeWorkspaceOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function dataStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  const { dialect } = context;
  const parse = (request: FastifyRequest) => readInput(request, context);
  documentRoutes(app, context, {
    ...dataStore,
    paths: ["dataStores", "dataStore"],
    list: listObjects(context, {
      member: "dataStore",
      kind: "data-store",
      scope: storeWorkspaceOf,
      path: (workspace, store) => pathOf("dataStore", { workspace, store }),
    }),
    create: {
      parse,
      run: async (writer, input, request) => {
        const workspace = await workspaceOf(request, writer);
        const name = await createDataStore(writer, dialect, { workspace, patch: input });
        return { name, path: pathOf("dataStore", { workspace, store: name }) };
      },
    },
    update: {
      parse,
      run: async (writer, input, { found }) => updateDataStore(writer, await found(), input),
    },
    remove: {
      run: async (writer, { request }) => {
        const recurse = queryFlag(request, "recurse");
        await deleteDataStore(writer, { ...(await placeOf(request, writer)), recurse });
      },
    },
  });
}

const dataStore: DocumentNoun<Stored<"data-store">> = {
  address: addressAs("DataStore"),
  find: async (reader, request) => {
    const { workspace, store } = await placeOf(request, reader);
    return (await reader.get("data-store", workspace, store)) ?? missingDataStore(workspace, store);
  },
  render: ({ name, workspace, value, created, modified }, rendering) => {
    const parameters = new Map(Object.entries(value.parameters));
    const place = { name, workspace: workspace ?? "" };
    return renderDataStore({ ...value, ...place, parameters, created, modified }, rendering);
  },
};

function readInput(request: FastifyRequest, context: ServerContext): DataStorePatch {
  const read = parseDataStoreInput(documentBody(request, "dataStore"));
  const input = { ...read, details: sealDetails(read.details, context.seal) };
  if (input.parameters === undefined) return input;
  const parameters = [...input.parameters].map(
    ([key, text]) =>
      [key, isSecretParameter(key) && text !== "" ? context.seal(text) : text] as const,
  );
  return { ...input, parameters: new Map(parameters) };
}

/** Checks preconditions of requests that change a store other than by its document. */
export function checkStoreMatch(
  request: FastifyRequest,
  context: ServerContext,
  reader: CatalogReader,
) {
  return checkMatch({ request, context, reader }, dataStore, async () => {
    const { workspace, store } = await placeOf(request, reader);
    return reader.get("data-store", workspace, store);
  });
}
