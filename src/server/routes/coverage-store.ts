/** Coverage stores (docs/compatibility.md, "Coverage stores and coverages"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CoverageStorePatch } from "../../model/coverage-store.ts";
import { sealDetails } from "../../model/details.ts";
import { parseCoverageStoreInput, renderCoverageStore } from "../../wire/coverage-store.ts";
import type { Rendering } from "../../wire/document.ts";
import { coverageStore } from "../catalog/coverage-store.ts";
import { findMosaic, isFreeHome } from "../catalog/mosaic.ts";
import type { Stored } from "../catalog/records.ts";
import { deleteStore, requireStore } from "../catalog/store.ts";
import type { CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter, queryFlag } from "../plugins/methods.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { type DocumentRequest } from "./documents.ts";
import { purgeOf } from "./granule.ts";
import { readMosaicFolder } from "./mosaic-folder.ts";
import { namedIn, objectRoutes } from "./objects.ts";
import { placeOf, storeWorkspaceOf, workspaceOf } from "./place.ts";

/** Registers the routes. */
export function coverageStoreRoutes(app: FastifyInstance, context: ServerContext): void {
  objectRoutes(app, context, {
    commands: coverageStore,
    document: {
      render: renderStore,
      find: async (reader, request) => {
        // A stock server takes `default` literally here, unlike elsewhere.
        const written = {
          workspace: parameter(request, "workspace"),
          store: parameter(request, "store"),
        };
        const isWritten = context.dialect.name === "geoserver";
        const place = isWritten ? written : await placeOf(request, reader);
        return requireStore(reader, coverageStore, place);
      },
    },
    parse: (request) => readInput(request, context),
    scope: storeWorkspaceOf,
    home: workspaceOf,
    prepare: async (request, input) => (await readMosaicFolder(request, context, input))?.store,
    remove: {
      run: (writer, asked) => remove(writer, asked, context),
      around: (request, work) => removeWithFiles(request, context, work),
    },
  });
}

async function remove(
  writer: CatalogWriter,
  { request, found }: DocumentRequest<Stored<"coverage-store">>,
  { indexes }: ServerContext,
): Promise<void> {
  await found();
  const purge = purgeOf(request, "lenient");
  const recurse = queryFlag(request, "recurse");
  const place = await placeOf(request, writer);
  const mosaic = await findMosaic(writer, place);
  // Dropping tables waits for a database.
  if (mosaic !== undefined && purge !== "none") await writer.stayAlone();
  await deleteStore(writer, coverageStore, { ...place, recurse, purge });
  if (mosaic !== undefined && purge !== "none")
    await indexes.drop(mosaic, await writer.list("mosaic"));
}

/** Removes a store; its mosaic's files are removed or released. */
async function removeWithFiles(
  request: FastifyRequest,
  context: ServerContext,
  work: () => Promise<void>,
): Promise<void> {
  const isPurged = purgeOf(request, "lenient") === "all";
  const home = await view(request, context, async (reader) => {
    const folder = (await findMosaic(reader, await placeOf(request, reader)))?.value.folder;
    return folder?.type === "own" ? folder.home : undefined;
  });
  // Files are released first, so that a start in between does not set them aside.
  if (home !== undefined && !isPurged) await context.mosaicFiles.release(home);
  await work();
  if (home === undefined || !isPurged) return;
  // A writer sees all stores: a store created there meanwhile keeps its files.
  const isFree = () => change(request, context, (writer) => isFreeHome(writer, home));
  await context.mosaicFiles.remove(home, isFree);
}

function readInput(request: FastifyRequest, context: ServerContext): CoverageStorePatch {
  const input = parseCoverageStoreInput(documentBody(request, "coverageStore"));
  return { ...input, details: sealDetails(input.details, context.seal) };
}

export function renderStore(store: Stored<"coverage-store">, rendering: Rendering) {
  return renderCoverageStore(namedIn(store), rendering);
}
