/**
 * Granules that outlive the deletion of their mosaic. Their files stay, and a stock server that makes
 * a mosaic in a folder takes in whatever lies there
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
import type { KindContext, Resource, Step } from "../../kind.ts";
import { removalSteps } from "./granule-steps.ts";
import { coveragePlaces, observeGranules } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import { placeOf, type MosaicPayload } from "./payload.ts";

/** Takes out of a mosaic that is made anew what its mirror does not hold and its index held before. */
export async function leftoverSteps(
  { address, payload }: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { granules, coverages } = payload;
  if (context.server.software !== "geoserver" || granules.policy !== "mirror") return [];
  const place = placeOf(address);
  const before = await readPublished(context, place);
  const held = await observeGranules(context, coveragePlaces(place, before, payload), granules);
  const wanted = new Set(granules.locations);
  const extra = held.filter((location) => !wanted.has(location));
  return removalSteps(coveragePlaces(place, coverages ?? before, payload), extra, granules);
}
