/** Coverages of a store and of a workspace (docs/compatibility.md, "Coverage stores and coverages"). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderCoverage } from "../../wire/coverage.ts";
import { renderList, renderNameList } from "../../wire/document.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { parsePublishedInput, type PublishedInput } from "../../wire/published.ts";
import { createCoverage } from "../catalog/coverage.ts";
import { requireCoverageStore } from "../catalog/coverage-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import { coverageNames, findMosaic, indexedCoverage, type MosaicPlace } from "../catalog/mosaic.ts";
import { updateCoverageBounds } from "../catalog/mosaic-coverage.ts";
import { publishedOf } from "../catalog/published.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { query, route, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated } from "./created.ts";
import { placeOf, workspaceOf } from "./place.ts";
import { publishedHandlers, type PublishedNoun } from "./published.ts";

/** Registers the routes. */
export function coverageRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("storeCoverages"), storeCollection(context), options);
  route(app, routePattern("storeCoverage"), publishedHandlers(context, coverageNoun), options);
  route(app, routePattern("coverages"), workspaceCollection(context), options);
  route(app, routePattern("coverage"), publishedHandlers(context, coverageNoun), options);
}

/** Coverages, as the shared handlers need to know them. */
export const coverageNoun: PublishedNoun<"coverage"> = {
  kind: "coverage",
  root: "coverage",
  missing: async (_reader, { workspace, store, name, method, dialect }) => {
    // A stock server names the store only to who reads.
    const inStore = dialect === "documented" || method === "GET" ? store : "";
    const asked = [workspace, inStore, name].filter((part) => part !== "").join(",");
    const message =
      method === "DELETE" ? `Coverage '${name}' not found.` : `No such coverage: ${asked}`;
    return new CatalogError("not-found", message);
  },
  recalculate: async (writer, context, { workspace, store, name }) => {
    const mosaic = await findMosaic(writer, { workspace, store });
    const published = await writer.get("coverage", workspace, name);
    const native = published?.value.nativeName ?? "";
    const indexed = mosaic && indexedCoverage(mosaic, native);
    if (mosaic !== undefined && indexed !== undefined)
      await updateCoverageBounds(writer, context, { mosaic, indexed });
  },
  render: ({ name, workspace, value, modified }, rendering) =>
    renderCoverage(
      { ...value, name, workspace: workspace ?? "", details: value.details ?? {}, modified },
      rendering,
    ),
};

function storeCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { place, found, all } = await view(request, context, async (reader) => {
        const asked = await placeOf(request, reader);
        await requireCoverageStore(reader, asked);
        const found = await publishedOf(reader, "coverage", asked);
        const isAll = query(request, "list")?.toLowerCase() === "all";
        return { place: asked, found, all: isAll ? await allNames(reader, asked) : undefined };
      });
      if (all !== undefined)
        return sendDocument(request, reply, renderNameList("coverageName", all, rendering));
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("storeCoverage", { ...place, coverage: name }),
      }));
      return sendDocument(request, reply, renderList("coverages", "coverage", listed, rendering));
    },
    POST: (request, reply) => create(request, reply, context),
  };
}

/** Names of the coverages that a mosaic holds, published or not. Refuses stores without a mosaic. */
async function allNames(reader: CatalogReader, place: MosaicPlace): Promise<readonly string[]> {
  const mosaic = await findMosaic(reader, place);
  if (mosaic === undefined) throw unreadable(place.store);
  return coverageNames(mosaic);
}

function unreadable(store: string): CatalogError {
  return new CatalogError(
    "coverages-unreadable",
    `Error getting coverages from coverage reader.\nThe rasters of store '${store}' cannot be read here`,
  );
}

function workspaceCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { workspace, found } = await view(request, context, async (reader) => {
        const name = await workspaceOf(request, reader);
        if ((await reader.get("workspace", null, name)) === undefined) {
          throw new CatalogError("not-found", `Name space not found for workspace '${name}'.`);
        }
        return { workspace: name, found: await reader.list("coverage", name) };
      });
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("coverage", { workspace, coverage: name }),
      }));
      return sendDocument(request, reply, renderList("coverages", "coverage", listed, rendering));
    },
    POST: (request, reply) => create(request, reply, context),
  };
}

/**
 * Whether a body says only what a coverage is called. A stock server configures it then from the raster,
 * and passes over what the body says of its title and text.
 */
function isBareName({ enabled, details }: PublishedInput): boolean {
  return enabled === undefined && Object.keys(details).every((field) => NAMING.has(field));
}

/** What says nothing of how a coverage is to be. */
const NAMING: ReadonlySet<string> = new Set(["nativeCoverageName", "abstract"]);

async function create(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const input = parsePublishedInput(documentBody(request, "coverage"));
  const isBare = context.dialect.coveragesNeedMore && isBareName(input);
  if (isBare && input.nativeName === undefined && input.details["nativeCoverageName"] === undefined)
    throw new CatalogError("coverage-unnamed", "Resource native name must not be null");
  const told = isBare ? { ...input, title: undefined } : input;
  const made = await change(request, context, async (writer) => {
    const { workspace, store: own } = await placeOf(request, writer);
    const store = own === "" ? (input.store ?? "") : own;
    const { dialect } = context;
    const asked = { workspace, store, change: told, isBare, dialect };
    const name = await createCoverage(writer, context, asked);
    const path =
      own === ""
        ? pathOf("coverage", { workspace, coverage: name })
        : pathOf("storeCoverage", { workspace, store, coverage: name });
    return { name, path };
  });
  return sendCreated(request, reply, made.name, made.path);
}
