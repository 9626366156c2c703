/**
 * Cleaning, rebuilding and reading of schemas (docs/interface.md, 4.1; docs/compatibility.md,
 * "Document databases").
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderDocumentSchemas } from "../../wire/document-schema.ts";
import { routePattern } from "../../wire/paths.ts";
import { dataStore } from "../catalog/data-store.ts";
import {
  cleanDocumentSchemas,
  documentSchemasOf,
  replaceDocumentSchemas,
  type DocumentStore,
} from "../catalog/document-schema.ts";
import { CatalogError } from "../catalog/errors.ts";
import { requireStore } from "../catalog/store.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { parameter, query, route, type Handlers } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";
import { documentRefusal, selectionOf } from "./document-selection.ts";
import { documentStoresOf, type StoreContent } from "./document-stores.ts";

/** Registers the routes. */
export function documentSchemaRoutes(app: FastifyInstance, context: ServerContext): void {
  const clean = only((request, reply) => cleanSchemas(request, reply, context));
  const rebuild = only((request, reply) => rebuildSchemas(request, reply, context));
  for (const name of ["cleanSchemas", "cleanInternalSchemas"] as const) {
    route(app, routePattern(name), clean);
  }
  for (const name of ["rebuildSchemas", "rebuildMongoSchemas"] as const) {
    route(app, routePattern(name), rebuild);
  }
  for (const name of ["rebuildInternalSchemas", "rebuildInternalMongoSchemas"] as const) {
    route(app, routePattern(name), rebuild);
  }
  route(app, routePattern("documentSchemas"), {
    GET: (request, reply) => readSchemas(request, reply, context),
  });
}

function only(handler: NonNullable<Handlers["POST"]>): Handlers {
  return { POST: handler };
}

interface Place {
  readonly workspace: string;
  readonly store: string;
  /** Undefined for all internal stores. */
  readonly internalStore: string | undefined;
}

function placeOf(request: FastifyRequest): Place {
  const { internalStore } = request.params as { readonly internalStore?: string };
  const place = { workspace: parameter(request, "workspace"), store: parameter(request, "store") };
  return { ...place, internalStore };
}

async function cleanSchemas(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const place = placeOf(request);
  checkComplete(context, place);
  await change(request, context, async (writer) => {
    const { stores } = await findStores(writer, context, place);
    for (const { id } of stores) await cleanDocumentSchemas(writer, place, id);
  });
  return sendDone(reply);
}

/** Databases are read outside of transactions. After an error, the old schemas stay. */
async function rebuildSchemas(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const place = placeOf(request);
  checkComplete(context, place);
  const selection = selectionOf(request, context);
  const before = await view(request, context, (reader) => findStores(reader, context, place));
  const asked = place.internalStore === undefined ? "" : (query(request, "schema")?.trim() ?? "");
  const made: { store: DocumentStore; schemas: Awaited<ReturnType<typeof context.sample>> }[] = [];
  for (const found of before.stores) {
    const store = asked === "" ? found : { ...found, collections: [asked] };
    made.push({ store, schemas: await context.sample(store, selection) });
  }
  await change(request, context, async (writer) => {
    const now = await findStores(writer, context, place);
    if (now.digest !== before.digest) throw changed(place);
    for (const { store, schemas } of made) {
      await replaceDocumentSchemas(writer, place, { internalStore: store.id, schemas });
    }
    await touchStore(writer, place);
  });
  return sendDone(reply);
}

function changed({ workspace, store }: Place): CatalogError {
  return new CatalogError(
    "mapping-changed",
    `The mapping of ${workspace}:${store} changed while its documents were read. Nothing was stored; send the request again`,
  );
}

/** Rebuilding changes the store's modification date, as on a stock server. */
async function touchStore(writer: CatalogWriter, { workspace, store }: Place): Promise<void> {
  const { value } = await requireStore(writer, dataStore, { workspace, store });
  await writer.put({ kind: "data-store", workspace, name: store }, value);
}

function checkComplete(context: ServerContext, place: Place): void {
  const given = [place.workspace, place.store, place.internalStore ?? "-"];
  if (given.some((text) => text.trim() === "")) {
    throw documentRefusal(context, "All parameters are required.");
  }
}

/** Throws the stock server's messages for this family. */
async function findStores(
  reader: CatalogReader,
  context: ServerContext,
  { workspace, store, internalStore }: Place,
): Promise<StoreContent> {
  if ((await reader.get("workspace", null, workspace)) === undefined) {
    throw documentRefusal(context, "Workspace not found.");
  }
  const found = await reader.get("data-store", workspace, store);
  if (found === undefined) throw documentRefusal(context, "Appschema datastore not found.");
  const content = await documentStoresOf(reader, context, found);
  if (content === undefined) throw documentRefusal(context, "Datastore is not an App-Schema one.");
  const { stores, others } = content;
  if (internalStore === undefined) {
    if (stores.length > 0) return content;
    throw documentRefusal(context, "Internal MongoDB Datastores not found.");
  }
  const wanted = stores.filter(({ id }) => id === internalStore);
  if (wanted.length > 0) return { ...content, stores: wanted };
  throw documentRefusal(
    context,
    others.has(internalStore)
      ? "Internal Datastore is not a MongoDB one."
      : "Internal Datastore not found.",
  );
}

async function readSchemas(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  if (documentFormatFor(request, "json") === "xml") {
    throw new CatalogError("not-acceptable", "Schemas can be had as JSON only; ask for .json");
  }
  const { workspace, store, internalStore = "" } = placeOf(request);
  const schemas = await view(request, context, async (reader) => {
    const found = await requireStore(reader, dataStore, { workspace, store });
    const kept = await documentSchemasOf(reader, { workspace, store }, internalStore);
    const content = await documentStoresOf(reader, context, found);
    if (kept.length === 0 && !content?.stores.some(({ id }) => id === internalStore)) {
      throw new CatalogError("not-found", `No such internal store: ${internalStore}`);
    }
    return kept.map(({ value }) => value.schema);
  });
  return sendDocument(request, reply, renderDocumentSchemas(schemas));
}
