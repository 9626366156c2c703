/** Coverages (docs/compatibility.md, "Coverage stores and coverages"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PublishedPatch } from "../../model/published.ts";
import { renderCoverage } from "../../wire/coverage.ts";
import { parsePublishedBody } from "../../wire/published.ts";
import type { Tree } from "../../wire/tree.ts";
import { createCoverage } from "../catalog/coverage.ts";
import { coverageStore } from "../catalog/coverage-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import { coverageNames, findMosaic, indexedCoverage, type MosaicPlace } from "../catalog/mosaic.ts";
import { updateCoverageBounds } from "../catalog/mosaic-coverage.ts";
import { requireStore } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { query } from "../plugins/methods.ts";
import { placeOf, workspaceOf } from "./place.ts";
import { listPublished, publishedRoutes, type PublishedNoun, type StoreList } from "./published.ts";

/** Registers the routes. */
export function coverageRoutes(app: FastifyInstance, context: ServerContext): void {
  publishedRoutes(app, context, coverageNoun);
}

export const coverageNoun: PublishedNoun<"coverage"> = {
  kind: "coverage",
  parse: parsePublishedBody,
  parseNew: readNew,
  ofStore: listRequested,
  workspaceOf: requireWorkspace,
  create: (writer, context, { workspace, store = "", change }) => {
    const { dialect } = context;
    const isBare = dialect.coveragesNeedMore && isBareName(change);
    return createCoverage(writer, context, { workspace, store, change, isBare, dialect });
  },
  inStore: "storeCoverage",
  missing: async (_reader, { workspace, store, name, method, dialect }) => {
    // A stock server names the store only for GET.
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

async function listRequested(reader: CatalogReader, request: FastifyRequest): Promise<StoreList> {
  const place = await placeOf(request, reader);
  await requireStore(reader, coverageStore, place);
  if (query(request, "list")?.toLowerCase() === "all")
    return { names: await allNames(reader, place) };
  return { listed: await listPublished(reader, coverageNoun, place) };
}

/** Lists all coverages of a mosaic. Throws for other stores. */
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

async function requireWorkspace(reader: CatalogReader, request: FastifyRequest): Promise<string> {
  const workspace = await workspaceOf(request, reader);
  if ((await reader.get("workspace", null, workspace)) !== undefined) return workspace;
  throw new CatalogError("not-found", `Name space not found for workspace '${workspace}'.`);
}

/** A stock server configures such a coverage from the raster, ignoring title and abstract. */
function isBareName({ enabled, details = {} }: PublishedPatch): boolean {
  return enabled === undefined && Object.keys(details).every((field) => NAMING.has(field));
}

/** Fields that do not configure a coverage. */
const NAMING: ReadonlySet<string> = new Set(["nativeCoverageName", "abstract"]);

function readNew(tree: Tree, { dialect }: ServerContext): PublishedPatch {
  const input = parsePublishedBody(tree);
  if (!dialect.coveragesNeedMore || !isBareName(input)) return input;
  if (input.nativeName === undefined && input.details["nativeCoverageName"] === undefined)
    throw new CatalogError("coverage-unnamed", "Resource native name must not be null");
  return { ...input, title: undefined };
}
