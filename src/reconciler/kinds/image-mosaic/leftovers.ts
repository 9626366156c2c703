/**
 * What remains of a deleted mosaic and disturbs the next one in its folder
 * (docs/compatibility.md, "Plumbline against a stock server"). Granule files stay, and a stock
 * server indexes all files in the folder. With a database index nothing is purged, so files that
 * name the old index stay too.
 */
import { storePlace } from "../../../model/store.ts";
import { parseCoverageStore } from "../../../wire/coverage-settings.ts";
import { indexPlaceOf } from "../../../wire/mosaic/index-place.ts";
import { propertyIn, readProperties } from "../../../wire/mosaic/properties.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import type { KindContext, Resource, Step } from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
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
 * Removes what the mirror does not hold: rasters in the folder, or old index entries where no
 * files are shown. Only rows are removed, because the files may belong to others.
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

/** Not every file name shows a time, so the filter includes the window. */
function inWindow(step: Step, { window }: WantedGranules): Step {
  if (window === undefined) return step;
  const { request } = step;
  const filter = `${request.query?.["filter"]} AND ${window.filter}`;
  return { ...step, request: { ...request, query: { ...request.query, filter } } };
}

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

/** Returns none where the table of the index was dropped. */
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
 * Removes definition files that the new definition does not bring, and files that a server wrote
 * beside the old index.
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
  return stale.map(([name]) => {
    const summary = `remove ${name}, which speaks of the index so far`;
    return deletion(summary, resourcePath(`${folder}/${name}`));
  });
}

const DEFINING = /^(?:indexer\.(?:xml|properties)|datastore\.properties)$/;

function isWritten(name: string, bytes: Uint8Array): boolean {
  if (!name.endsWith(".properties")) return false;
  return propertyIn(readProperties(bytes), "TypeName") !== undefined;
}
