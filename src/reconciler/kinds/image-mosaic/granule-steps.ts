/** Requests that bring and remove granules, as few as possible. */
import type { StorePlace } from "../../../model/store.ts";
import { compareText } from "../../../model/address.ts";
import { client, mosaicPlan as limits } from "../../../model/limits.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { ArtefactSet, KindContext, Step } from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { pathIn, type LocalGranule, type WantedGranules } from "./granules.ts";
import { locationFilters } from "./locations.ts";
import type { CoveragePlace } from "./observe-granules.ts";
import { isRemote } from "./sources.ts";
import { uploadPath, type MosaicPayload } from "./payload.ts";

/** Small granules are sent in archives, larger ones singly. */
export function uploadSteps(
  place: StorePlace,
  granules: readonly LocalGranule[],
  bodies: MosaicPayload["bodies"],
): readonly Step[] {
  return archivesOf(granules).map((archive): Step => {
    const files: ArtefactSet = new Map(archive.flatMap((one) => [...one.files]));
    const path = uploadPath(place, "file");
    const [first] = [...files];
    const isBare = files.size === 1 && first !== undefined && !first[0].includes("/");
    if (isBare) {
      const [filename, artefact] = first;
      return {
        summary: `upload granule ${filename} to ${place.store}`,
        request: {
          method: "POST",
          path,
          query: { filename },
          mediaType: mediaTypes.binary,
          body: bodies.bodyOf(artefact),
        },
      };
    }
    return {
      summary: `upload ${countOf(archive.length)} to ${place.store}`,
      request: { method: "POST", path, mediaType: mediaTypes.zip, body: bodies.packLater(files) },
    };
  });
}

function countOf(number: number): string {
  return number === 1 ? "1 granule" : `${number} granules`;
}

export function archivesOf(
  granules: readonly LocalGranule[],
): readonly (readonly LocalGranule[])[] {
  const archives: LocalGranule[][] = [];
  let bytes = 0;
  for (const granule of granules.toSorted((a, b) => compareText(a.location, b.location))) {
    const last = archives.at(-1);
    const fits =
      last !== undefined &&
      last.length < limits.archiveFiles &&
      bytes + granule.bytes <= limits.archiveBytes;
    bytes = fits ? bytes + granule.bytes : granule.bytes;
    if (fits) last.push(granule);
    else archives.push([granule]);
  }
  return archives;
}

/**
 * A stock server always accepts paths of local files, but URLs only where a URL check of an
 * administrator allows them.
 */
export function harvestSteps(
  place: StorePlace,
  addresses: readonly string[],
  { software }: KindContext["server"],
): readonly Step[] {
  return addresses.map((address) => ({
    summary: `harvest ${address} into ${place.store}`,
    request: {
      method: "POST",
      path: uploadPath(place, isRemote(address) ? "remote" : "external"),
      mediaType: mediaTypes.text,
      body: { kind: "text", text: software === "geoserver" ? pathIn(address) : address },
      timeoutMs: client.harvestTimeoutMs,
    },
  }));
}

/** Removes from every index that may hold the locations. */
export function removalSteps(
  places: readonly CoveragePlace[],
  locations: readonly string[],
  { purge, window }: Pick<WantedGranules, "purge" | "window">,
): readonly Step[] {
  return places.flatMap(({ attribute, ...place }) =>
    locationFilters(attribute, locations).map(({ filter, locations: own }): Step => {
      const within = window === undefined ? "" : `, of those since ${sinceText(window.since)}`;
      const summary = `remove ${countOf(own.length)} from ${place.coverage}${within}`;
      const query = { filter, ...(purge === "none" ? {} : { purge }) };
      return deletion(summary, pathTo("granules", place, "xml"), { query });
    }),
  );
}

function sinceText(moment: number): string {
  return new Date(moment).toISOString().replace(".000Z", "Z");
}

export interface GranuleRequests {
  readonly harvests: readonly Step[];
  readonly removals: readonly Step[];
}

export function withBounds({ harvests, removals }: GranuleRequests): GranuleRequests {
  const renewing = (step: Step): Step => ({
    ...step,
    request: { ...step.request, query: { ...step.request.query, updateBBox: "true" } },
  });
  const lasts = new Map(removals.map((step) => [step.request.path, step]));
  return {
    harvests: harvests.map((step, index) =>
      removals.length === 0 && index === harvests.length - 1 ? renewing(step) : step,
    ),
    removals: removals.map((step) =>
      lasts.get(step.request.path) === step ? renewing(step) : step,
    ),
  };
}
