/** Feature types of a store and of a workspace (docs/interface.md, 2.2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compareText } from "../../model/address.ts";
import { APP_SCHEMA_TYPE, publishedNames } from "../../model/app-schema.ts";
import { automaticDetails } from "../../model/feature-type.ts";
import { http } from "../../model/limits.ts";
import { renderList, renderNameList } from "../../wire/document.ts";
import { renderFeatureType } from "../../wire/feature-type.ts";
import { parseMapping } from "../../wire/mapping.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { parsePublishedInput } from "../../wire/published.ts";
import { mappingPath } from "../catalog/app-schema.ts";
import { requireDataStore } from "../catalog/data-store.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import { createFeatureType, storeForFeatureType } from "../catalog/feature-type.ts";
import { publishedOf, type PublishedPlace } from "../catalog/published.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { propertiesFor, type ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { query, route, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated } from "./created.ts";
import { placeOf, workspaceOf } from "./place.ts";
import { publishedHandlers, type PublishedNoun } from "./published.ts";

/** Registers the routes. */
export function featureTypeRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  const single = publishedHandlers(context, featureTypeNoun);
  route(app, routePattern("storeFeatureTypes"), storeCollection(context), options);
  route(app, routePattern("storeFeatureType"), single, options);
  route(app, routePattern("featureTypes"), workspaceCollection(context), options);
  route(app, routePattern("featureType"), single, options);
}

/** Feature types, as the shared handlers need to know them. */
export const featureTypeNoun: PublishedNoun<"feature-type"> = {
  kind: "feature-type",
  root: "featureType",
  missing: async (reader, { workspace, store, name }) => {
    const known = store === "" || (await reader.get("data-store", workspace, store)) !== undefined;
    if (!known) return new CatalogError("not-found", `No such data store: ${workspace},${store}`);
    const asked = [workspace, store, name].filter((part) => part !== "").join(",");
    // Deviation: own-answers.
    return new CatalogError("not-found", `No such feature type: ${asked}`);
  },
  render: ({ name, workspace, value }, rendering) => {
    const details = value.details ?? automaticDetails(name);
    return renderFeatureType({ ...value, name, workspace: workspace ?? "", details }, rendering);
  },
};

/** Lists of names that may be asked for instead of what is configured. */
const unconfigured = new Set(["available", "available_with_geom", "all"]);

function storeCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const asked = query(request, "list")?.toLowerCase() ?? "";
      if (unconfigured.has(asked)) {
        const names = await view(request, context, async (reader) =>
          namesOf(reader, context, { ...(await placeOf(request, reader)), all: asked === "all" }),
        );
        return sendDocument(request, reply, renderNameList("featureTypeName", names, rendering));
      }
      const { place, found } = await view(request, context, async (reader) => {
        const named = await placeOf(request, reader);
        await requireDataStore(reader, named.workspace, named.store);
        return { place: named, found: await publishedOf(reader, "feature-type", named) };
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("storeFeatureType", { ...place, featureType: name }),
      }));
      const list = renderList("featureTypes", "featureType", listed, rendering);
      return sendDocument(request, reply, list);
    },
    POST: (request, reply) => create(request, reply, context),
  };
}

/**
 * Names that a store could publish: all, or those that are not configured yet.
 * Deviation: mapped-names.
 */
async function namesOf(
  reader: CatalogReader,
  context: ServerContext,
  { workspace, store, all }: PublishedPlace & { readonly all: boolean },
): Promise<readonly string[]> {
  const found = await reader.get("data-store", workspace, store);
  if (found === undefined) {
    throw new CatalogError("not-found", `No such data store: ${workspace},${store}`);
  }
  const mapped = await mappedNames(reader, context, { store: found, code: "not-found" });
  if (mapped === undefined) throw unloadable(store, "not-found");
  if (all) return mapped;
  const configured = new Set(
    (await publishedOf(reader, "feature-type", { workspace, store })).map(
      (type) => type.value.nativeName,
    ),
  );
  return mapped.filter((name) => !configured.has(name)).toSorted(compareText);
}

/** Names that the mapping of an app-schema store publishes; undefined for stores of other types. */
async function mappedNames(
  reader: CatalogReader,
  context: ServerContext,
  { store, code }: { readonly store: Stored<"data-store">; readonly code: CatalogErrorCode },
): Promise<readonly string[] | undefined> {
  if (store.value.storeType !== APP_SCHEMA_TYPE) return undefined;
  const path = mappingPath(store.value.parameters);
  const file = path === undefined ? undefined : await reader.file(path);
  if (path === undefined || file === undefined) throw unloadable(store.name, code);
  const properties = propertiesFor(context, path);
  return publishedNames(parseMapping(await reader.content(file), properties));
}

function unloadable(store: string, code: CatalogErrorCode): CatalogError {
  return new CatalogError(code, `Could not load datastore: ${store}`);
}

function workspaceCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { workspace, found } = await view(request, context, async (reader) => {
        const name = await workspaceOf(request, reader);
        return { workspace: name, found: await reader.list("feature-type", name) };
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("featureType", { workspace, featureType: name }),
      }));
      const list = renderList("featureTypes", "featureType", listed, rendering);
      return sendDocument(request, reply, list);
    },
    POST: (request, reply) => create(request, reply, context),
  };
}

async function create(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const input = parsePublishedInput(documentBody(request, "featureType"));
  const path = await change(request, context, async (writer) => {
    const { workspace, store: own } = await placeOf(request, writer);
    const asked = own === "" ? input.store : own;
    const store = await storeForFeatureType(writer, workspace, asked);
    const mapped = await mappedNames(writer, context, { store, code: "store-missing" });
    const place = { workspace, store: store.name };
    const featureType = await createFeatureType(writer, { place, change: input, mapped });
    return own === ""
      ? pathOf("featureType", { workspace, featureType })
      : pathOf("storeFeatureType", { ...place, featureType });
  });
  return sendCreated(request, reply, "", path);
}
