/** Feature types of a store and of a workspace (docs/interface.md, 2.2). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { compareText } from "../../model/address.ts";
import { APP_SCHEMA_TYPE, publishedNames } from "../../model/app-schema.ts";
import { automaticDetails } from "../../model/feature-type.ts";
import { renderFeatureType } from "../../wire/feature-type.ts";
import { parseMapping } from "../../wire/mapping.ts";
import { parsePublishedBody } from "../../wire/published.ts";
import { mappingPath } from "../catalog/app-schema.ts";
import { dataStore } from "../catalog/data-store.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import { createFeatureType, storeForFeatureType } from "../catalog/feature-type.ts";
import { publishedOf, type PublishedPlace } from "../catalog/published.ts";
import type { Stored } from "../catalog/records.ts";
import { requireStore } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { propertiesFor, type ServerContext } from "../context.ts";
import { query } from "../plugins/methods.ts";
import { placeOf, workspaceOf } from "./place.ts";
import { listPublished, publishedRoutes, type PublishedNoun, type StoreList } from "./published.ts";

/** Registers the routes. */
export function featureTypeRoutes(app: FastifyInstance, context: ServerContext): void {
  publishedRoutes(app, context, featureTypeNoun);
}

/** Paths with and without store behave alike. Deviation: workspace-path-puts. */
export const featureTypeNoun: PublishedNoun<"feature-type"> = {
  kind: "feature-type",
  parse: parsePublishedBody,
  isUnnamed: true,
  ofStore: listRequested,
  workspaceOf: (reader, request) => workspaceOf(request, reader),
  create: async (writer, context, { workspace, store: asked, change }) => {
    const store = await storeForFeatureType(writer, workspace, asked);
    const mapped = await mappedNames(writer, context, { store, code: "store-missing" });
    const place = { workspace, store: store.name };
    return createFeatureType(writer, { place, change, mapped });
  },
  inStore: "storeFeatureType",
  missing: async (reader, { workspace, store, name }) => {
    const known = store === "" || (await reader.get("data-store", workspace, store)) !== undefined;
    if (!known) return new CatalogError("not-found", `No such data store: ${workspace},${store}`);
    const asked = [workspace, store, name].filter((part) => part !== "").join(",");
    // Deviation: own-answers.
    return new CatalogError("not-found", `No such feature type: ${asked}`);
  },
  render: ({ name, workspace, value, modified }, rendering) => {
    const details = value.details ?? automaticDetails(name);
    const type = { ...value, name, workspace: workspace ?? "", details, modified };
    return renderFeatureType(type, rendering);
  },
};

const unconfigured = new Set(["available", "available_with_geom", "all"]);

async function listRequested(
  reader: CatalogReader,
  request: FastifyRequest,
  context: ServerContext,
): Promise<StoreList> {
  const asked = query(request, "list")?.toLowerCase() ?? "";
  const place = await placeOf(request, reader);
  if (unconfigured.has(asked))
    return { names: await namesOf(reader, context, { ...place, all: asked === "all" }) };
  await requireStore(reader, dataStore, place);
  return { listed: await listPublished(reader, featureTypeNoun, place) };
}

/** Lists all mapped names, or those not configured yet. Deviation: mapped-names. */
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

/** Returns undefined if this is not an app-schema store. */
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
