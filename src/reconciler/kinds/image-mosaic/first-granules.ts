/**
 * The first granules of a mosaic on a stock server. Such a server makes an index of files out of granules:
 * where there are none it can read nothing, and every harvest fails. One in a database can be empty, but a
 * coverage that nothing names is called `index` then. So the first granules come with the definition, in one
 * archive (docs/decisions/0047-stock-servers-and-data.md).
 */
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isGranulePath } from "../../../model/mosaic/granule-path.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { get } from "../../../wire/reading.ts";
import { succeeded } from "../../../wire/request.ts";
import { parseResourceListing } from "../../../wire/resource.ts";
import type { FoundObject, KindContext, Live, Resource } from "../../kind.ts";
import { archivesOf } from "./granule-steps.ts";
import type { LocalGranule } from "./granules.ts";
import { placeOf, type MosaicPayload, type StorePlace } from "./payload.ts";
import { setIn } from "./sets.ts";

/** Granules that go along with the definition of a new mosaic: those that lie beside it, and on a stock server more. */
export function firstGranules(
  { granules, configure, carried }: MosaicPayload,
  { software }: KindContext["server"],
): readonly LocalGranule[] {
  const inWindow = [...granules.local.values()].filter((granule) => granule.inWindow !== false);
  if (configure === "onUpload") return inWindow;
  const beside = inWindow.filter(({ location }) => carried.has(location));
  if (software !== "geoserver") return beside;
  const others = inWindow.filter(({ location }) => !carried.has(location));
  return [...beside, ...(archivesOf(others)[0] ?? [])];
}

/** Whether a mosaic that is there has no index yet, so that granules come with its definition again. */
export async function isUnread(context: KindContext, { address, facts }: Live): Promise<boolean> {
  if (context.server.software !== "geoserver" || setIn(facts, "published").length > 0) return false;
  const path = pathTo("storeCoverages", placeOf(address), "xml");
  return !succeeded(await get(context.read, path, { query: { list: "all" } }));
}

/** What a stock server will not do with the mosaic as it is declared. */
export async function emptyIndexProblems(
  resource: Resource<MosaicPayload>,
  { live, isNew, context }: FoundObject,
): Promise<readonly Diagnostic[]> {
  const { address, payload } = resource;
  if (context.server.software !== "geoserver") return [];
  const factory = factoryProblems(resource);
  if (factory.length > 0 || firstGranules(payload, context.server).length > 0) return factory;
  if (!isNew && live !== undefined && !(await isUnread(context, live))) return [];
  if (await holdsFiles(context, placeOf(address), payload)) return [];
  return payload.definition.index.type === "postgis"
    ? unnamedProblems(resource)
    : noIndexProblems(resource);
}

/** A factory that later servers have under another name. */
function factoryProblems({
  address,
  payload,
  where,
}: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { index } = payload.definition;
  if (index.type !== "embedded" || index.requested?.startsWith("org.geotools.data.h2.") !== true)
    return [];
  const key = formatAddress(address);
  const message = `${key} has its index in ${index.requested}, which servers with GeoTools 35 do not have: they could not read the mosaic`;
  const hint =
    "There it is called org.h2gis.geotools.H2GISDataStoreFactory; an index in PostGIS works with every server.";
  return [{ code: "mosaic-granules", severity: "warning", message, hint, where, address: key }];
}

/** Whether files of granules lie in the folder that the mosaic gets; those become its first. */
async function holdsFiles(
  { read, server }: KindContext,
  { workspace, store }: StorePlace,
  { definition }: MosaicPayload,
): Promise<boolean> {
  if (!server.resources) return false;
  const path = resourcePath(`data/${workspace}/${store}`);
  const listing = await get(read, path, { query: { format: "xml" } });
  if (!succeeded(listing)) return false;
  return parseResourceListing(listing).some((name) => isGranulePath(name, definition));
}

function noIndexProblems({
  address,
  payload,
  where,
}: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { granules, coverages = [] } = payload;
  const isSure = coverages.length + granules.sources.length + granules.listed.size > 0;
  const key = formatAddress(address);
  const message = `${key} comes without a granule and keeps its index in files: a stock server makes that of granules, so ${
    isSure ? "nothing can be harvested or published" : "nobody can harvest into it"
  }`;
  const hint =
    "Bring the first granules with the manifest (granules.local, or files beside the definition), or give the definition " +
    "a datastore.properties with an index in a database.";
  const severity = isSure ? "error" : "warning";
  return [{ code: "mosaic-granules", severity, message, hint, where, address: key }];
}

/** A table is called `index`, and so is its coverage, where nothing names it. */
function unnamedProblems({
  address,
  payload,
  where,
}: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { definition, coverages = [] } = payload;
  if (definition.isNamed || definition.coverages.length > 0) return [];
  const others = coverages.filter(({ nativeName }) => nativeName !== UNNAMED);
  if (others.length === 0) return [];
  const key = formatAddress(address);
  const [{ nativeName } = { nativeName: "" }] = others;
  const message = `${key} has an index in a database and no name: a stock server calls its coverage ${UNNAMED}, so there will be no ${nativeName}`;
  const hint = `Write Name=${nativeName} into its indexer, or bring the first granules with the manifest.`;
  return [{ code: "mosaic-granules", severity: "error", message, hint, where, address: key }];
}

const UNNAMED = "index";
