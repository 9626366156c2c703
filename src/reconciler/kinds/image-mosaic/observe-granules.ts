/** Reads the granules of a mosaic page by page, and of a window only what is inside. */
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

/** One coverage of a store and the attribute with the paths of its granules. */
export interface CoveragePlace extends StorePlace {
  readonly coverage: string;
  readonly attribute: string;
}

/** Coverages whose indexes are read: one for each that is published under some name. */
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

/** Coverages by their indexes, whatever the definition says. */
export function indexedPlaces(
  place: StorePlace,
  published: readonly { readonly name: string; readonly nativeName: string }[],
): readonly (StorePlace & { readonly coverage: string })[] {
  const byIndex = Map.groupBy(published, ({ nativeName }) => nativeName);
  return [...byIndex.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ ...place, coverage: first.name }],
  );
}

/**
 * Whether a coverage has granules that can be removed: none where its table was dropped, which servers
 * show by an error or by an empty list.
 */
export async function hasGranules(
  { read }: KindContext,
  place: StorePlace & { readonly coverage: string },
): Promise<boolean> {
  const response = await get(read, pathTo("granules", place, "json"), { query: { limit: "1" } });
  return succeeded(response) && parseGranules(bodyText(response), "json", []).length > 0;
}

/** Granules that the server holds. */
export interface FoundGranules {
  /** What is wanted is spelt as it is wanted, other locations as the server spells them, without secrets. */
  readonly locations: readonly string[];
  /** Boxes around those that a mirror does not want, in the units of their index: of the first ones. */
  readonly footprints: ReadonlyMap<string, Box>;
}

/** Granules that the server holds: all that a mirror looks at, else those that are wanted. */
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
  // What no name dates may lie outside of the window, and is then there all the same.
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

/** A granule as a page of an index shows it. */
interface ReadGranule {
  readonly written: string;
  readonly footprint: Footprint | null;
}

/** Reads pages until one is not full or `take` has enough. */
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

/** Tells by its location whether a source of the manifest brings a granule. */
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

/** The location of a granule that no source of the manifest brings; undefined when there is none. */
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
