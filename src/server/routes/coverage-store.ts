/** `/workspaces/{workspace}/coveragestores` (docs/compatibility.md, "Coverage stores and coverages"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CoverageStorePatch } from "../../model/coverage-store.ts";
import { sealDetails } from "../../model/details.ts";
import { http } from "../../model/limits.ts";
import { parseCoverageStoreInput, renderCoverageStore } from "../../wire/coverage-store.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import {
  createCoverageStore,
  deleteCoverageStore,
  requireCoverageStore,
  updateCoverageStore,
} from "../catalog/coverage-store.ts";
import { findMosaic, isFreeHome } from "../catalog/mosaic.ts";
import type { Stored } from "../catalog/records.ts";
import { requireStoreWorkspace } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";
import { purgeOf } from "./granule.ts";
import { readMosaicFolder } from "./mosaic-folder.ts";
import { placeOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function coverageStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("coverageStores"), collection(context), options);
  route(app, routePattern("coverageStore"), single(context), options);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { workspace, found } = await view(request, context, async (reader) => {
        const { name } = await requireStoreWorkspace(reader, await workspaceOf(request, reader));
        return { workspace: name, found: await reader.list("coverage-store", name) };
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("coverageStore", { workspace, store: name }),
      }));
      const list = renderList("coverageStores", "coverageStore", listed, rendering);
      return sendDocument(request, reply, list);
    },
    POST: async (request, reply) => {
      const input = readInput(request, context);
      const strict = context.dialect.name === "geoserver";
      const mosaic = await readMosaicFolder(request, context, input);
      const place = await change(request, context, async (writer) => {
        const workspace = await workspaceOf(request, writer);
        const store = await createCoverageStore(writer, workspace, { change: input, strict });
        await mosaic?.store(writer, { workspace, store });
        return { workspace, store };
      });
      return sendCreated(request, reply, place.store, pathOf("coverageStore", place));
    },
  };
}

function single(context: ServerContext): Handlers {
  const find = async (request: FastifyRequest, reader: CatalogReader) => {
    // A stock server takes `default` for a name here, and for the default workspace elsewhere.
    const written = {
      workspace: parameter(request, "workspace"),
      store: parameter(request, "store"),
    };
    const isWritten = context.dialect.name === "geoserver";
    return requireCoverageStore(reader, isWritten ? written : await placeOf(request, reader));
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
        const found = await find(request, writer);
        await checkMatch(request, context, found);
        await updateCoverageStore(writer, found, input);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      const purge = purgeOf(request, "lenient");
      const home = await view(request, context, async (reader) => {
        const folder = (await findMosaic(reader, await placeOf(request, reader)))?.value.folder;
        return folder?.type === "own" ? folder.home : undefined;
      });
      // Files that stay are let go first: a start in between must not take them for forgotten ones.
      if (home !== undefined && purge !== "all") await context.mosaicFiles.release(home);
      await change(request, context, async (writer) => {
        await checkMatch(request, context, await find(request, writer));
        const recurse = queryFlag(request, "recurse");
        const place = await placeOf(request, writer);
        const mosaic = await findMosaic(writer, place);
        await deleteCoverageStore(writer, { ...place, recurse, purge });
        if (mosaic !== undefined && purge !== "none")
          await context.indexes.drop(mosaic, await writer.list("mosaic"));
      });
      if (home !== undefined && purge === "all") {
        // As a writer, who sees the homes of all stores: one made there meanwhile keeps its files.
        const isFree = () => change(request, context, (writer) => isFreeHome(writer, home));
        await context.mosaicFiles.remove(home, isFree);
      }
      return sendDone(reply);
    },
  };
}

function readInput(request: FastifyRequest, context: ServerContext): CoverageStorePatch {
  const input = parseCoverageStoreInput(documentBody(request, "coverageStore"));
  return { ...input, details: sealDetails(input.details, context.seal) };
}

function render(store: Stored<"coverage-store">, rendering: Rendering) {
  const { name, value, created, modified } = store;
  return renderCoverageStore(
    { ...value, name, workspace: store.workspace ?? "", created, modified },
    rendering,
  );
}

function checkMatch(
  request: FastifyRequest,
  context: ServerContext,
  store: Stored<"coverage-store">,
) {
  return checkPreconditions(request, () => ({
    of: addressOf(store),
    bodies: bothForms(request, context, (rendering) => render(store, rendering)),
  }));
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"coverage-store">): Address {
  return { kind: "CoverageStore", workspace, name };
}
