/** Feature types of a store and of a workspace (docs/interface.md, 2.2). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { compareText } from "../../model/address.ts";
import { APP_SCHEMA_TYPE, publishedNames } from "../../model/app-schema.ts";
import { renderList, renderNameList, type Rendering } from "../../wire/document.ts";
import { renderFeatureType } from "../../wire/feature-type.ts";
import { parseMapping } from "../../wire/mapping.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { mappingPath } from "../catalog/app-schema.ts";
import { featureTypesOf, requireDataStore } from "../catalog/data-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import { deleteFeatureType } from "../catalog/feature-type.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { propertiesFor, type ServerContext } from "../context.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, query, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendDone } from "./created.ts";

/** Registers the routes. */
export function featureTypeRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("storeFeatureTypes"), storeCollection(context));
  route(app, routePattern("storeFeatureType"), single(context));
  route(app, routePattern("featureTypes"), workspaceCollection(context));
  route(app, routePattern("featureType"), single(context));
}

function storeCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const workspace = parameter(request, "workspace");
      const store = parameter(request, "store");
      const asked = query(request, "list") ?? "configured";
      if (asked !== "configured") {
        const names = await view(request, context, (reader) =>
          mappedNames(reader, context, { workspace, store, asked }),
        );
        return sendDocument(request, reply, renderNameList("featureTypeName", names, rendering));
      }
      const found = await view(request, context, async (reader) => {
        await requireDataStore(reader, workspace, store);
        return featureTypesOf(reader, workspace, store);
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("storeFeatureType", { workspace, store, featureType: name }),
      }));
      return sendDocument(
        request,
        reply,
        renderList("featureTypes", "featureType", listed, rendering),
      );
    },
  };
}

/** Names the store's mapping publishes: all, or those that are not configured yet. */
async function mappedNames(
  reader: CatalogReader,
  context: ServerContext,
  { workspace, store, asked }: { workspace: string; store: string; asked: string },
): Promise<readonly string[]> {
  const found = await requireDataStore(reader, workspace, store);
  const path = mappingPath(found.value.parameters);
  const file = path === undefined ? undefined : await reader.file(path);
  if (found.value.storeType !== APP_SCHEMA_TYPE || path === undefined || file === undefined) {
    throw new CatalogError("not-found", `Could not load datastore: ${store}`);
  }
  const mapped = publishedNames(
    parseMapping(await reader.content(file.digest), propertiesFor(context, path)),
  );
  if (asked === "all") return mapped;
  const configured = new Set(
    (await featureTypesOf(reader, workspace, store)).map((type) => type.value.nativeName),
  );
  return mapped.filter((name) => !configured.has(name)).toSorted(compareText);
}

function workspaceCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const workspace = parameter(request, "workspace");
      const found = await view(request, context, (reader) =>
        reader.list("feature-type", workspace),
      );
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("featureType", { workspace, featureType: name }),
      }));
      return sendDocument(
        request,
        reply,
        renderList("featureTypes", "featureType", listed, rendering),
      );
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => requireFeatureType(reader, request));
      return sendDocument(request, reply, render(found, rendering));
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        const found = await requireFeatureType(writer, request);
        await checkPreconditions(request, () => ({
          bodies: bothForms(request, context, (rendering) => render(found, rendering)),
        }));
        await deleteFeatureType(writer, found, { recurse: queryFlag(request, "recurse") });
      });
      return sendDone(reply);
    },
  };
}

async function requireFeatureType(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<Stored<"feature-type">> {
  const workspace = parameter(request, "workspace");
  const store = parameter(request, "store");
  const name = parameter(request, "featureType");
  const found = await reader.get("feature-type", workspace, name);
  if (found !== undefined && (store === "" || found.value.store === store)) return found;
  const asked = [workspace, store, name].filter((part) => part !== "").join(",");
  throw new CatalogError("not-found", `No such feature type: ${asked}`);
}

function render(type: Stored<"feature-type">, rendering: Rendering) {
  return renderFeatureType(
    { ...type.value, name: type.name, workspace: type.workspace ?? "" },
    rendering,
  );
}
