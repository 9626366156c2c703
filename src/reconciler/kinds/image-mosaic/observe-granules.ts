/** Reads the granules of a mosaic page by page, limited to its window. */
import type { StorePlace } from "../../../model/store.ts";
import { inAnswer } from "../../../wire/answered-document.ts";
import { boxOf, type Box, type Footprint } from "../../../model/geometry.ts";
import { mosaicPlan as limits } from "../../../model/limits.ts";
import { locationAttributeOf } from "../../../model/mosaic/coverage.ts";
import { parseGranules } from "../../../wire/granule-reading.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { bodyText, succeeded } from "../../../wire/request.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { KindContext } from "../../kind.ts";
import { shownAddress } from "../declare/secrets.ts";
import { locationIn, type WantedGranules } from "./granules.ts";
import { locationFilters } from "./locations.ts";
import type { MosaicPayload } from "./payload.ts";

/** `attribute` holds the paths of granules. */
export interface CoveragePlace extends StorePlace {
  readonly coverage: string;
  readonly attribute: string;
}

/** One coverage for each index. */
export function coveragePlaces(
  place: StorePlace,
  published: readonly { readonly name: string; readonly nativeName: string }[],
  { definition }: MosaicPayload,
): readonly CoveragePlace[] {
  const nativeNames = new Map(published.map(({ name, nativeName }) => [name, nativeName]));
  return indexedPlaces(place, published).map((one) => {
    const nativeName = nativeNames.get(one.coverage) ?? one.coverage;
    return { ...one, attribute: locationAttributeOf(definition, nativeName) };
  });
}

/** The same without the definition. */
export function indexedPlaces(
  place: StorePlace,
  published: readonly { readonly name: string; readonly nativeName: string }[],
): readonly (StorePlace & { readonly coverage: string })[] {
  const byIndex = Map.groupBy(published, ({ nativeName }) => nativeName);
  return [...byIndex.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ ...place, coverage: first.name }],
  );
}

/** Servers answer with an error or an empty list where the table of a coverage was dropped. */
export async function hasGranules(
  { read }: KindContext,
  place: StorePlace & { readonly coverage: string },
): Promise<boolean> {
  const response = await get(read, pathTo("granules", place, "json"), { query: { limit: "1" } });
  return succeeded(response) && parseGranules(bodyText(response), "json", []).length > 0;
}

export interface FoundGranules {
  /** Wanted locations as in the manifest, others as on the server, without secrets. */
  readonly locations: readonly string[];
  /** Boxes of the first unwanted granules of a mirror, in units of their index. */
  readonly footprints: ReadonlyMap<string, Box>;
}

/** Reads all granules for a mirror, else only the wanted ones. */
export async function observeGranules(
  context: KindContext,
  places: readonly CoveragePlace[],
  wanted: WantedGranules,
): Promise<FoundGranules> {
  const { window, policy, local } = wanted;
  const missing = new Set(wanted.locations);
  const found = new Set<string>();
  const footprints = new Map<string, Box>();
  const take = (place: CoveragePlace, { written, footprint }: ReadGranule) => {
    const location = locationIn(place, written);
    const isWanted = missing.delete(location) || found.has(location);
    if (isWanted) found.add(location);
    else if (policy === "mirror") {
      const shown = shownAddress(written, undefined);
      found.add(shown);
      const box = footprints.size < limits.footprints && footprint ? boxOf(footprint) : undefined;
      if (box !== undefined) footprints.set(shown, box);
    }
  };
  for (const place of places) {
    const isComplete = () => policy === "add-only" && missing.size === 0;
    await readPages(context, place, window?.filter, (page) => {
      for (const granule of page) take(place, granule);
      return isComplete();
    });
  }
  if (window === undefined) return { locations: [...found], footprints };
  // A granule whose name has no time may lie outside of the window.
  const undated = [...missing].filter((location) => local.get(location)?.inWindow !== true);
  for (const place of places) {
    for (const chunk of locationFilters(place.attribute, undated))
      await readPages(context, place, chunk.filter, (page) => {
        for (const granule of page) take(place, granule);
        return false;
      });
  }
  return { locations: [...found], footprints };
}

interface ReadGranule {
  readonly written: string;
  readonly footprint: Footprint | null;
}

/** Reads pages until one is not full or `take` returns true. */
async function readPages(
  context: KindContext,
  place: CoveragePlace,
  filter: string | undefined,
  take: (page: readonly ReadGranule[]) => boolean,
): Promise<void> {
  for (let offset = 0; ; offset += limits.page) {
    const page = await readPage(context, place, { filter, offset, limit: limits.page });
    if (take(page) || page.length < limits.page) return;
    if (offset > limits.granules) {
      const { workspace, store, coverage } = place;
      throw new WireError(
        "too-large",
        `The index of ${workspace}:${store}/${coverage} holds more than ${limits.granules} granules; give the manifest a window`,
      );
    }
  }
}

async function readPage(
  { read }: KindContext,
  { attribute, ...place }: CoveragePlace,
  page: { readonly filter: string | undefined; readonly offset: number; readonly limit: number },
): Promise<readonly ReadGranule[]> {
  const path = pathTo("granules", place, "json");
  const query = {
    ...(page.filter === undefined ? {} : { filter: page.filter }),
    offset: String(page.offset),
    limit: String(page.limit),
  };
  const response = await get(read, path, { query });
  if (response.status === 404) return [];
  const text = bodyText(expectFound(response, path));
  const granules = inAnswer(response, () =>
    parseGranules(text, "json", [{ name: attribute, type: "string" }]),
  );
  return granules.map(({ values, footprint }) => ({
    written: String(values[attribute] ?? ""),
    footprint,
  }));
}

export function broughtBy(
  place: StorePlace,
  { local, listed, sources }: WantedGranules,
): (location: string) => boolean {
  const paths = sources.map((address) => locationIn(place, address));
  const isOf = (path: string, location: string) =>
    path === "" || path.endsWith("/") ? location.startsWith(path) : location === path;
  return (location) =>
    local.has(location) || listed.has(location) || paths.some((path) => isOf(path, location));
}

export async function foreignGranule(
  context: KindContext,
  place: CoveragePlace,
  wanted: WantedGranules,
): Promise<string | undefined> {
  const isBrought = broughtBy(place, wanted);
  const likes = wanted.sources.map((address) => {
    const path = locationIn(place, address);
    const pattern = `${path}${path.endsWith("/") ? "%" : ""}`.replaceAll("'", "''");
    return `${place.attribute} LIKE '${pattern}'`;
  });
  const filter = likes.length === 0 ? undefined : `NOT (${likes.join(" OR ")})`;
  const isShort = encodeURIComponent(filter ?? "").length <= limits.filterCharacters;
  let found: string | undefined;
  await readPages(context, place, isShort ? filter : undefined, (page) => {
    found = page.find(({ written }) => !isBrought(locationIn(place, written)))?.written;
    return found !== undefined;
  });
  return found && shownAddress(found, undefined);
}
