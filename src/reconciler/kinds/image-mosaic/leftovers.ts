/**
 * What outlives the deletion of a mosaic and is in the way of the next one in its folder
 * (docs/compatibility.md, "Plumbline against a stock server"). Files of granules stay, and a stock server
 * that makes a mosaic in a folder takes in whatever lies there. Where the index is in a database nothing
 * is purged, so files that name the old index stay too.
 */
import { parseCoverageStore } from "../../../wire/coverage-settings.ts";
import { indexPlaceOf } from "../../../wire/mosaic/index-place.ts";
import { propertyIn, readProperties } from "../../../wire/mosaic/properties.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { getIfThere, ReadError } from "../../../wire/reading.ts";
import type { KindContext, Resource, Step } from "../../kind.ts";
import { removalSteps } from "./granule-steps.ts";
import { coveragePlaces, observeGranules } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import { isSurelyOwnFolder } from "../published/own-mosaic.ts";
import { folderIn } from "./observe.ts";
import { readFolder } from "./observe-definition.ts";
import { placeOf, type MosaicPayload } from "./payload.ts";

/** Takes out of a mosaic that is recreated what its mirror does not hold and its index held before. */
export async function leftoverSteps(
  { address, payload }: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { granules, coverages } = payload;
  if (context.server.software !== "geoserver" || granules.policy !== "mirror") return [];
  const place = placeOf(address);
  const before = await readPublished(context, place);
  const locations = await locationsBefore(
    context,
    coveragePlaces(place, before, payload),
    granules,
  );
  const wanted = new Set(granules.locations);
  const extra = locations.filter((location) => !wanted.has(location));
  return removalSteps(coveragePlaces(place, coverages ?? before, payload), extra, granules);
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
  const place = placeOf(address);
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
