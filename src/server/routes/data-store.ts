/** `/workspaces/{workspace}/datastores` as documents (docs/interface.md, 2.1). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecretParameter } from "../../model/data-store.ts";
import { sealDetails } from "../../model/details.ts";
import { http } from "../../model/limits.ts";
import {
  parseDataStoreInput,
  renderDataStore,
  type DataStoreInput,
} from "../../wire/data-store.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import {
  createDataStore,
  deleteDataStore,
  requireDataStore,
  updateDataStore,
} from "../catalog/data-store.ts";
import type { Stored } from "../catalog/records.ts";
import { requireStoreWorkspace } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";
import { placeOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function dataStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("dataStores"), collection(context), options);
  route(app, routePattern("dataStore"), single(context), options);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { workspace, found } = await view(request, context, async (reader) => {
        const { name } = await requireStoreWorkspace(reader, await workspaceOf(request, reader));
        return { workspace: name, found: await reader.list("data-store", name) };
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("dataStore", { workspace, store: name }),
      }));
      return sendDocument(request, reply, renderList("dataStores", "dataStore", listed, rendering));
    },
    POST: async (request, reply) => {
      const input = readInput(request, context);
      const { dialect } = context;
      const place = await change(request, context, async (writer) => {
        const workspace = await workspaceOf(request, writer);
        const store = await createDataStore(writer, dialect, { workspace, change: input });
        return { workspace, store };
      });
      return sendCreated(request, reply, place.store, pathOf("dataStore", place));
    },
  };
}

function single(context: ServerContext): Handlers {
  const find = async (request: FastifyRequest, reader: CatalogReader) => {
    const { workspace, store } = await placeOf(request, reader);
    return requireDataStore(reader, workspace, store);
  };
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => find(request, reader));
      return sendDocument(request, reply, render(found, rendering), addressOf(found));
    },
    PUT: async (request, reply) => {
      const input = readInput(request, context);
      await change(request, context, async (writer) => {
        await checkStoreMatch(request, context, writer);
        await updateDataStore(writer, await find(request, writer), input);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        await checkStoreMatch(request, context, writer);
        const recurse = queryFlag(request, "recurse");
        await deleteDataStore(writer, { ...(await placeOf(request, writer)), recurse });
      });
      return sendDone(reply);
    },
  };
}

function readInput(request: FastifyRequest, context: ServerContext): DataStoreInput {
  const read = parseDataStoreInput(documentBody(request, "dataStore"));
  const input = { ...read, details: sealDetails(read.details, context.seal) };
  if (input.parameters === undefined) return input;
  const parameters = [...input.parameters].map(
    ([key, text]) =>
      [key, isSecretParameter(key) && text !== "" ? context.seal(text) : text] as const,
  );
  return { ...input, parameters: new Map(parameters) };
}

function render(store: Stored<"data-store">, rendering: Rendering) {
  const { name, value, created, modified } = store;
  const parameters = new Map(Object.entries(value.parameters));
  const workspace = store.workspace ?? "";
  return renderDataStore({ ...value, name, workspace, parameters, created, modified }, rendering);
}

/** Honours If-Match for a store; uploads change the same document and call it too. */
export function checkStoreMatch(
  request: FastifyRequest,
  context: ServerContext,
  reader: CatalogReader,
) {
  return checkPreconditions(request, async () => {
    const { workspace, store } = await placeOf(request, reader);
    const found = await reader.get("data-store", workspace, store);
    return (
      found && {
        of: addressOf(found),
        bodies: bothForms(request, context, (rendering) => render(found, rendering)),
      }
    );
  });
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"data-store">): Address {
  return { kind: "DataStore", workspace, name };
}
