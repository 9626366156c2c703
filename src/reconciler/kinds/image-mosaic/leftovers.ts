/**
 * What outlives the deletion of a mosaic and is in the way of the next one in its folder
 * (docs/compatibility.md, "Plumbline against a stock server"). Files of granules stay, and a stock server
 * that makes a mosaic in a folder takes in whatever lies there. Where the index is in a database nothing
 * is purged, so files that name the old index stay too.
 */
import { storePlace } from "../../../model/store.ts";
import { parseCoverageStore } from "../../../wire/coverage-settings.ts";
import { indexPlaceOf } from "../../../wire/mosaic/index-place.ts";
import { propertyIn, readProperties } from "../../../wire/mosaic/properties.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import type { KindContext, Resource, Step } from "../../kind.ts";
import { nativeNames } from "./coverages.ts";
import { removalSteps, withBounds } from "./granule-steps.ts";
import type { WantedGranules } from "./granules.ts";
import { coveragePlaces, observeGranules } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import { isSurelyOwnFolder } from "../published/own-mosaic.ts";
import { folderIn } from "./observe.ts";
import { readFolder } from "./observe-definition.ts";
import type { MosaicPayload } from "./payload.ts";
import { strayRasters } from "./rasters-there.ts";

/**
 * Takes out of a mosaic that is made what its mirror does not hold: rasters that lie in its folder, or what its index
 * held before where no files are shown. Only rows go: nothing says whose the files are.
 */
export async function leftoverSteps(
  resource: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, payload } = resource;
  const { granules, definition, configure } = payload;
  if (context.server.software !== "geoserver" || granules.policy !== "mirror") return [];
  const place = storePlace(address);
  const isNamed = configure === "onUpload" && definition.nameCollector === undefined;
  const named = isNamed ? nativeNames(definition).names : [];
  const published = payload.coverages ?? named.map((name) => ({ name, nativeName: name }));
  const places = coveragePlaces(place, published, payload);
  if (places.length === 0) return [];
  const isShown = context.server.resources && definition.pathType === "RELATIVE";
  const extra = await (isShown ? strayRasters : indexedBefore)(context, resource);
  const found = removalSteps(places, extra, { ...granules, purge: "none" });
  const removals = found.map((step) => inWindow(step, granules));
  return withBounds({ harvests: [], removals }).removals;
}

/** The same of the window alone: not every name of a file shows when it is of. */
function inWindow(step: Step, { window }: WantedGranules): Step {
  if (window === undefined) return step;
  const { request } = step;
  const filter = `${request.query?.["filter"]} AND ${window.filter}`;
  return { ...step, request: { ...request, query: { ...request.query, filter } } };
}

/** What a mirror does not hold of the index so far. */
async function indexedBefore(
  context: KindContext,
  { address, payload }: Resource<MosaicPayload>,
): Promise<readonly string[]> {
  const place = storePlace(address);
  const places = coveragePlaces(place, await readPublished(context, place), payload);
  const locations = await locationsBefore(context, places, payload.granules);
  const wanted = new Set(payload.granules.locations);
  return locations.filter((location) => !wanted.has(location));
}

/** Locations in the index so far; none where it cannot be read, because its table was dropped. */
async function locationsBefore(
  ...[context, places, granules]: Parameters<typeof observeGranules>
): Promise<readonly string[]> {
  try {
    return (await observeGranules(context, places, granules)).locations;
  } catch (error) {
    if (error instanceof ReadError) return [];
    throw error;
  }
}

/**
 * Removes files of the definition that is there and that would speak of the old index: those that the
 * new definition does not bring, and what a server wrote beside the index.
 */
export async function staleFileSteps(
  { address, payload }: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const place = storePlace(address);
  const response = await getIfThere(context.read, pathTo("coverageStore", place, "xml"));
  if (response === undefined) return [];
  const { url } = parseCoverageStore(response);
  if (!isSurelyOwnFolder(url, place)) return [];
  const folder = folderIn(url, place);
  const texts = await readFolder(context, folder);
  if (texts === undefined || indexPlaceOf(texts) === "folder") return [];
  const stale = [...texts].filter(([name, bytes]) => {
    if (payload.found.texts.has(name)) return false;
    return DEFINING.test(name) || (bytes !== undefined && isWritten(name, bytes));
  });
  return stale.map(([name]) => ({
    summary: `remove ${name}, which speaks of the index so far`,
    request: { method: "DELETE", path: resourcePath(`${folder}/${name}`) },
  }));
}

const DEFINING = /^(?:indexer\.(?:xml|properties)|datastore\.properties)$/;

/** Whether a server wrote the file for itself when it made an index. */
function isWritten(name: string, bytes: Uint8Array): boolean {
  if (!name.endsWith(".properties")) return false;
  return propertyIn(readProperties(bytes), "TypeName") !== undefined;
}
